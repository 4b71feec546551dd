# Sourced by the other scripts: where the tree is, and how to say what is being done.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

say() { printf '\n==> %s\n' "$*"; }

# run COMMAND…: prints the command as it could be typed, then runs it.
run() {
  printf '+ %s\n' "$(printf '%q ' "$@")"
  "$@"
}

# build PRESET [TARGET…]: configures and builds; ccache is used where it is installed.
build() {
  local preset=$1
  shift
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  run cmake --preset "$preset" "${launcher[@]}" --log-level=NOTICE
  run cmake --build "build/$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# verdict ALLOWED COMMAND…: runs a command whose exit status must be ALLOWED.
verdict() {
  local allowed=$1 status=0
  shift
  run "$@" || status=$?
  if [ "$status" -ne "$allowed" ]; then
    printf 'error: exit status %d, expected %d\n' "$status" "$allowed" >&2
    exit 1
  fi
}

# audit_corpus PROGRAM: the last line when all is as expected, everything when it is not.
audit_corpus() {
  local command=("$1" audit --check-expectations --no-fixes traces/corpus) output status=0
  printf '+ %s\n' "${command[*]}"
  output=$("${command[@]}" 2>&1) || status=$?
  if [ "$status" -ne 0 ]; then
    printf '%s\n' "$output"
    exit 1
  fi
  tail -n 1 <<<"$output"
}
