#pragma once

/// A small trace with one hazard: `c` may overwrite what `b` still reads.

#include <string_view>

namespace fencepost::checker {

inline constexpr std::string_view two_streams = R"(fencepost 1
stream main
stream rs
event sent
buffer x 4KiB
kernel a stream=main writes=x
record sent stream=main
wait sent stream=rs
kernel b stream=rs reads=x
kernel c stream=main writes=x
)";

}  // namespace fencepost::checker
