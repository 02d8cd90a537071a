// Results that lie near a text: the file that `simulate` writes for a model, MODEL.csv or MODEL.mat, beside
// the text or in an opened folder. Hover shows what a variable has done in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace daedalus::lsp {

// What one variable has done in a run.
struct RunOfVariable {
  double last = 0, least = 0, greatest = 0;
  bool is_constant = false;
};

struct ResultSummary {
  std::string file;
  double end = 0;       // of the run
  std::string trouble;  // why it cannot be looked into; empty: it can
  std::unordered_map<std::string, RunOfVariable> variables;
};

class NearbyResults {
 public:
  // The newest result of a model in these folders; nullptr if there is none. It stays until the next call.
  const ResultSummary* Find(const std::vector<std::string>& folders, const std::string& model);

 private:
  using Stamp = std::pair<std::int64_t, std::uintmax_t>;  // time of the last change, size
  // Only the last one is kept: people look at one model at a time.
  std::optional<ResultSummary> last_;
  Stamp stamp_;
};

// One line of Markdown about a variable of the result; empty if the result does not have it.
std::string DescribeRun(const ResultSummary& result, const std::string& variable, bool is_older_than_text);

}  // namespace daedalus::lsp
