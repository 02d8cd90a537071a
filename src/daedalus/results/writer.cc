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

Result<std::unique_ptr<ResultWriter>> OpenResultWriter(const std::string& path, const Schema& schema) {
  if (path.ends_with(".csv")) return OpenCsvWriter(path, schema);
  if (path.ends_with(".mat")) return OpenMatWriter(path, schema);
  return Failure{CheckResultPath(path).error()};
}

}  // namespace daedalus::results
