#include <fencepost/runtime/cuda/shared_library.h>

#include <dlfcn.h>

namespace fencepost::cuda {

SharedLibrary::SharedLibrary(std::span<const char* const> names) {
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    if (const char* error = dlerror(); error != nullptr && reason_.empty()) reason_ = error;
  }
}

void* SharedLibrary::symbol(const char* name) const { return handle_ == nullptr ? nullptr : dlsym(handle_, name); }

}  // namespace fencepost::cuda
