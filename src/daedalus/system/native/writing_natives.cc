// What Modelica.Utilities calls to print, and to write, move and remove files. Names are taken from the
// working directory.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "daedalus/system/native/mat_file.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/outside.h"

namespace daedalus::native {
namespace {

namespace fs = std::filesystem;
using Failed = std::optional<std::string>;

Failed Told(const std::string& what, const std::string& name, const std::error_code& error) {
  if (!error) return std::nullopt;
  return fmt::format("`{}` cannot be {}: {}", name, what, error.message());
}

// (text, file): to the terminal where the name is empty, else to the end of the file.
Failed CallPrint(NativeCall& call) {
  if (call.Text(1).empty()) {
    if (call.outside->print) call.outside->print(call.Text(0));
    return std::nullopt;
  }
  std::ofstream file(call.Text(1), std::ios::app);
  file << call.Text(0) << '\n';
  file.flush();
  if (!file) return fmt::format("`{}` cannot be written", call.Text(1));
  return std::nullopt;
}

// What is not there need not be removed.
Failed CallRemoveFile(NativeCall& call) {
  std::error_code error;
  if (fs::is_directory(call.Text(0), error))
    return fmt::format("`{}` is a directory, not a file", call.Text(0));
  fs::remove(call.Text(0), error);
  return Told("removed", call.Text(0), error);
}

Failed CallMakeDirectory(NativeCall& call) {
  std::error_code error;
  fs::create_directory(call.Text(0), error);
  return Told("made", call.Text(0), error);
}

Failed CallRemoveDirectory(NativeCall& call) {
  std::error_code error;
  if (!fs::is_directory(call.Text(0), error)) return fmt::format("`{}` is not a directory", call.Text(0));
  fs::remove(call.Text(0), error);
  return Told("removed", call.Text(0), error);
}

// (old, new)
Failed CallCopyFile(NativeCall& call) {
  std::error_code error;
  fs::copy_file(call.Text(0), call.Text(1), error);
  return Told(fmt::format("copied to `{}`", call.Text(1)), call.Text(0), error);
}

Failed CallRename(NativeCall& call) {
  std::error_code error;
  if (fs::exists(call.Text(1), error)) return fmt::format("`{}` exists already", call.Text(1));
  fs::rename(call.Text(0), call.Text(1), error);
  return Told(fmt::format("renamed to `{}`", call.Text(1)), call.Text(0), error);
}

// (file, name, matrix, rows, columns, append, format)
Failed CallWriteRealMatrix(NativeCall& call) {
  const auto rows = static_cast<std::size_t>(call.Number(3)), cols = static_cast<std::size_t>(call.Number(4));
  const auto level = MatLevelOf(call.Text(6));
  if (!level)
    return fmt::format("`{}` is not a format of MAT files that can be written: 4, 6 or 7", call.Text(6));
  const Matrix matrix(rows, cols, call.arguments[2].numbers);
  auto failed = WriteMatrix(call.Text(0), call.Text(1), matrix, *level, call.Number(5) != 0.0);
  call.Return(failed ? 0.0 : 1.0);
  return failed;
}

constexpr Native kWritingNatives[] = {
    {"ModelicaInternal_print", 2, CallPrint, Reach::kActs},
    {"ModelicaInternal_removeFile", 1, CallRemoveFile, Reach::kActs},
    {"ModelicaInternal_mkdir", 1, CallMakeDirectory, Reach::kActs},
    {"ModelicaInternal_rmdir", 1, CallRemoveDirectory, Reach::kActs},
    {"ModelicaInternal_copyFile", 2, CallCopyFile, Reach::kActs},
    {"ModelicaInternal_rename", 2, CallRename, Reach::kActs},
    {"ModelicaIO_writeRealMatrix", 7, CallWriteRealMatrix, Reach::kActs},
};

}  // namespace

std::span<const Native> WritingNatives() {
  return kWritingNatives;
}

}  // namespace daedalus::native
