// What Modelica.Utilities.Streams and Files call to read. Nothing here writes.
#include <fmt/format.h>

#include "daedalus/system/native/files.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/read_table.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;

// (file, lines, their number)
Failed CallReadFile(NativeCall& call) {
  auto lines = ReadLines(call.Text(0));
  if (!lines) return lines.error();
  lines->resize(static_cast<std::size_t>(call.Number(2)));
  call.arguments[1].texts = std::move(*lines);
  return std::nullopt;
}

// (file, number of the line, whether it lies behind the end)
Failed CallReadLine(NativeCall& call) {
  const auto lines = ReadLines(call.Text(0));
  if (!lines) return lines.error();
  const double line = call.Number(1);
  if (line < 1.0) return fmt::format("there is no line of number {}", line);
  const bool is_end = line > static_cast<double>(lines->size());
  call.arguments[2].numbers = {is_end ? 1.0 : 0.0};
  call.Return(is_end ? std::string() : (*lines)[static_cast<std::size_t>(line) - 1]);
  return std::nullopt;
}

Failed CallCountLines(NativeCall& call) {
  const auto lines = ReadLines(call.Text(0));
  if (!lines) return lines.error();
  call.Return(static_cast<double>(lines->size()));
  return std::nullopt;
}

Failed CallFullPathName(NativeCall& call) {
  call.Return(FullPathName(call.Text(0)));
  return std::nullopt;
}

Failed CallStat(NativeCall& call) {
  call.Return(static_cast<double>(TypeOfFile(call.Text(0))));
  return std::nullopt;
}

// Files are read whole and are closed at once.
Failed CallClose(NativeCall&) {
  return std::nullopt;
}

// (file, name, sizes)
Failed CallReadMatrixSizes(NativeCall& call) {
  const auto matrix = ReadMatrix(call.Text(0), call.Text(1));
  if (!matrix) return matrix.error();
  call.arguments[2].numbers = {static_cast<double>(matrix->rows), static_cast<double>(matrix->cols)};
  return std::nullopt;
}

// (file, name, matrix, rows, columns, ...)
Failed CallReadRealMatrix(NativeCall& call) {
  auto matrix = ReadMatrix(call.Text(0), call.Text(1));
  if (!matrix) return matrix.error();
  if (static_cast<double>(matrix->rows) != call.Number(3) ||
      static_cast<double>(matrix->cols) != call.Number(4)) {
    return fmt::format("`{}` is a matrix of {} rows and {} columns, not of {} and {}", call.Text(1),
                       matrix->rows, matrix->cols, call.Number(3), call.Number(4));
  }
  call.arguments[2].numbers = std::move(matrix->values);
  return std::nullopt;
}

constexpr Native kFileNatives[] = {
    {"ModelicaInternal_readFile", 3, CallReadFile, Reach::kReads},
    {"ModelicaInternal_readLine", 3, CallReadLine, Reach::kReads},
    {"ModelicaInternal_countLines", 1, CallCountLines, Reach::kReads},
    {"ModelicaInternal_fullPathName", 1, CallFullPathName, Reach::kReads},
    {"ModelicaInternal_stat", 1, CallStat, Reach::kReads},
    {"ModelicaStreams_closeFile", 1, CallClose, Reach::kReads},
    {"ModelicaIO_readMatrixSizes", 3, CallReadMatrixSizes, Reach::kReads},
    {"ModelicaIO_readRealMatrix", 6, CallReadRealMatrix, Reach::kReads},
};

}  // namespace

std::span<const Native> FileNatives() {
  return kFileNatives;
}

}  // namespace daedalus::native
