#include "process.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

namespace fencepost::tests {

namespace {

/// A file without a name, for one of the three standard streams.
class Spool {
 public:
  explicit Spool(const std::string& text = {}) : file_(std::tmpfile(), &std::fclose) {
    EXPECT_NE(file_, nullptr);
    EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file_.get()), text.size());
    std::rewind(file_.get());
  }

  [[nodiscard]] int descriptor() const { return fileno(file_.get()); }

  [[nodiscard]] std::string text() const {
    std::rewind(file_.get());
    std::string result;
    std::array<char, 4096> block{};
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file_.get())) {
      result.append(block.data(), count);
    }
    return result;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// In the child: becomes the program. Only calls that are safe after fork.
[[noreturn]] void become(const std::vector<char*>& arguments, const std::string& folder, int in, int out, int err) {
  if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(126);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  execv(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

Finished run(const std::vector<std::string>& command, const ProcessInput& input) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  const Spool in(input.standard_input), out, err;
  const int file = input.output_file.empty() ? -1 : open(input.output_file.c_str(), O_WRONLY | O_CLOEXEC);
  const pid_t child = fork();
  if (child == 0)
    become(arguments, input.folder, in.descriptor(), file < 0 ? out.descriptor() : file, err.descriptor());

  if (input.interrupt_after > 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(input.interrupt_after));
    kill(child, SIGINT);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  if (file >= 0) close(file);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.text(), err.text()};
}

Finished fencepost(const std::vector<std::string>& arguments, const ProcessInput& input) {
  std::vector<std::string> command(1, FENCEPOST_PROGRAM);
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(command, input);
}

}  // namespace fencepost::tests
