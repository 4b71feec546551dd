#include <fencepost/runtime/cuda/shared_library.h>
#include <fencepost/runtime/nccl/library.h>

#include <array>
#include <type_traits>

namespace fencepost::nccl {
namespace {

/// Looks functions up and remembers the first that is missing.
class Lookup {
 public:
  explicit Lookup(const cuda::SharedLibrary& library) : library_(library) {}

  template <class Function>
  void find(Function*& target, const char* name) {
    target = library_.find<Function>(name);
    if (target == nullptr && missing_.empty()) missing_ = name;
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  const cuda::SharedLibrary& library_;
  std::string missing_;
};

tl::expected<Library, std::string> load() {
  constexpr std::array names{"libnccl.so.2", "libnccl.so"};
  const cuda::SharedLibrary shared(names);
  if (!shared.loaded()) return tl::unexpected("NCCL is not installed: " + shared.reason());
  Library found;
  Lookup lookup(shared);
  lookup.find(found.get_version, "ncclGetVersion");
  lookup.find(found.error_string, "ncclGetErrorString");
  lookup.find(found.init_all, "ncclCommInitAll");
  lookup.find(found.destroy, "ncclCommDestroy");
  lookup.find(found.group_start, "ncclGroupStart");
  lookup.find(found.group_end, "ncclGroupEnd");
  lookup.find(found.all_reduce, "ncclAllReduce");
  lookup.find(found.all_gather, "ncclAllGather");
  lookup.find(found.reduce_scatter, "ncclReduceScatter");
  lookup.find(found.broadcast, "ncclBroadcast");
  lookup.find(found.reduce, "ncclReduce");
  lookup.find(found.send, "ncclSend");
  lookup.find(found.receive, "ncclRecv");
  lookup.find(found.allocate, "ncclMemAlloc");
  lookup.find(found.release, "ncclMemFree");
  lookup.find(found.register_window, "ncclCommWindowRegister");
  lookup.find(found.deregister_window, "ncclCommWindowDeregister");
  if (!lookup.missing().empty()) return tl::unexpected("this NCCL lacks " + lookup.missing());
  return found;
}

}  // namespace

const tl::expected<Library, std::string>& library() {
  static const tl::expected<Library, std::string> loaded = load();
  return loaded;
}

}  // namespace fencepost::nccl
