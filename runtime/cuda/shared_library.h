#pragma once

/// A shared library that may be missing: looked for at run time, so that the program starts without it.

#include <span>
#include <string>

namespace fencepost::cuda {

class SharedLibrary {
 public:
  /// Tries the names in order; `loaded()` says whether one of them was there. Stays loaded until the
  /// process ends, because such libraries do not take unloading well.
  explicit SharedLibrary(std::span<const char* const> names);

  [[nodiscard]] bool loaded() const { return handle_ != nullptr; }
  /// Why it is not loaded.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The function of this name and type; null when there is none.
  template <class Function>
  [[nodiscard]] Function* find(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  [[nodiscard]] void* symbol(const char* name) const;

  void* handle_ = nullptr;
  std::string reason_;
};

}  // namespace fencepost::cuda
