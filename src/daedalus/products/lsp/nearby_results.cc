#include "daedalus/products/lsp/nearby_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "daedalus/results/reader.h"

namespace daedalus::lsp {
namespace {

namespace fs = std::filesystem;

// A larger file would hold up whoever types.
constexpr std::uintmax_t kLargestResult = std::uintmax_t{32} << 20;

ResultSummary Summarise(const std::string& file, std::uintmax_t size) {
  ResultSummary out;
  out.file = file;
  if (size > kLargestResult) {
    out.trouble = fmt::format("has {} MB, too many to look into", size >> 20);
    return out;
  }
  const auto result = results::ReadResult(file);
  if (!result || result->time.empty()) {
    out.trouble = result ? "has no points" : "cannot be read";
    return out;
  }
  out.end = result->time.back();
  for (std::size_t i = 0; i < result->names.size(); ++i) {
    const auto values = result->Values(i);
    const auto [least, greatest] = std::ranges::minmax(values);
    out.variables[result->names[i]] = {values.back(), least, greatest, false};
  }
  for (std::size_t i = 0; i < result->constant_names.size(); ++i) {
    const double value = result->constant_values[i];
    out.variables[result->constant_names[i]] = {value, value, value, true};
  }
  return out;
}

}  // namespace

const ResultSummary* NearbyResults::Find(const std::vector<std::string>& folders, const std::string& model) {
  std::string newest;
  Stamp stamp;
  for (const std::string& folder : folders) {
    for (const char* ending : {".csv", ".mat"}) {
      const fs::path path = fs::path(folder) / (model + ending);
      std::error_code failed;
      const auto time = fs::last_write_time(path, failed);
      if (failed) continue;
      const Stamp its{time.time_since_epoch().count(), fs::file_size(path, failed)};
      if (failed || (!newest.empty() && its.first <= stamp.first)) continue;
      newest = path.string();
      stamp = its;
    }
  }
  if (newest.empty()) return nullptr;
  if (!last_ || last_->file != newest || stamp_ != stamp) last_ = Summarise(newest, stamp.second);
  stamp_ = stamp;
  return &*last_;
}

std::string DescribeRun(const ResultSummary& result, const std::string& variable, bool is_older_than_text) {
  const std::string name = fs::path(result.file).filename().string();
  const char* age = is_older_than_text ? ", older than the text" : "";
  if (!result.trouble.empty()) return fmt::format("- `{}` {}\n", name, result.trouble);
  const auto found = result.variables.find(variable);
  if (found == result.variables.end()) return {};
  const RunOfVariable& run = found->second;
  if (run.is_constant) return fmt::format("- in `{}`{}: `{:.6g}`\n", name, age, run.last);
  return fmt::format("- in `{}`{}: `{:.6g}` at the end ({:.6g} s), from `{:.6g}` to `{:.6g}`\n", name, age,
                     run.last, result.end, run.least, run.greatest);
}

}  // namespace daedalus::lsp
