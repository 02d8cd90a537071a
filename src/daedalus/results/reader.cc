#include "daedalus/results/reader.h"

#include "daedalus/base/read_file.h"

namespace daedalus::results {

Result<Trajectory> ReadResult(const std::string& path) {
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".mat")) {
    return Fail(Error(Code::kUnknownResultFormat, {}, "`{}` does not say which format it has", path)
                    .Hint("a result file ends in `.csv` or `.mat`"));
  }
  Expected<std::string, std::string> content = ReadFile(path);
  if (!content) return Fail(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", path, content.error()));
  return csv ? ReadCsv(path, *content) : ReadMat(path, *content);
}

}  // namespace daedalus::results
