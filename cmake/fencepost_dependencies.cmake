# Every library that Fencepost uses, found once, here. Debian 12's packages are enough
# (scripts/install-dependencies).

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(rapidcheck REQUIRED)
if(FENCEPOST_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
if(FENCEPOST_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
