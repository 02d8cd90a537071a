#include "daedalus/results/writer.h"

#include "daedalus/results/csv_writer.h"
#include "daedalus/results/mat_writer.h"
#include "daedalus/results/output_file.h"

namespace daedalus::results {

Result<Unit> CheckResultPath(const std::string& path) {
  if (path.ends_with(".csv") || path.ends_with(".mat")) return CheckCanWrite(path);
  return Fail(Error(Code::kUnknownResultFormat, {}, "`{}` does not say which format it should have", path)
                  .Hint("a result file ends in `.csv` or `.mat`"));
}

Result<std::unique_ptr<ResultWriter>> MakeResultWriter(const std::string& path, const Schema& schema) {
  if (path.ends_with(".csv")) return MakeCsvWriter(path, schema);
  if (path.ends_with(".mat")) return MakeMatWriter(path, schema);
  return Failure{CheckResultPath(path).error()};
}

Result<std::unique_ptr<ResultWriter>> OpenResultWriter(const std::string& path, const Schema& schema) {
  auto writer = MakeResultWriter(path, schema);
  if (!writer) return writer;
  Result<Unit> opened = (*writer)->Open();
  if (!opened) return Failure{std::move(opened).error()};
  return writer;
}

}  // namespace daedalus::results
