#include "daedalus/model/linear_system_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "daedalus/results/mat_bytes.h"

namespace daedalus::model {
namespace {

using linear::DenseMatrix;
using Row = std::vector<std::string>;

constexpr std::size_t kMostColumns = 12, kMostRows = 40, kLongestName = 50;

// The first column is left-aligned, the others are right-aligned. The first row is the head.
std::string Table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = fmt::format("  {:<{}}", row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c) line += fmt::format("  {:>{}}", row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string NumberText(double value) {
  return fmt::format("{:.6g}", value == 0 ? 0 : value);
}

std::vector<std::string> NamesOf(const std::vector<NamedValue>& values) {
  std::vector<std::string> out;
  for (const NamedValue& value : values) out.push_back(value.name);
  return out;
}

std::string MatrixText(std::string_view name, const DenseMatrix& matrix, const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns) {
  if (matrix.values.empty()) return {};
  if (matrix.columns > kMostColumns || matrix.rows > kMostRows)
    return fmt::format("\n{}: {} x {}; --json or --mat writes it\n", name, matrix.rows, matrix.columns);
  std::vector<Row> table(1 + matrix.rows);
  table[0].emplace_back();
  table[0].insert(table[0].end(), columns.begin(), columns.end());
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    table[1 + r].push_back(rows[r].size() <= kLongestName ? rows[r]
                                                          : rows[r].substr(0, kLongestName - 3) + "...");
    for (std::size_t c = 0; c < matrix.columns; ++c) table[1 + r].push_back(NumberText(matrix(r, c)));
  }
  return fmt::format("\n{} =\n{}", name, Table(table));
}

std::string PointText(std::string_view what, const std::vector<NamedValue>& values) {
  if (values.empty()) return {};
  std::vector<Row> table;
  for (const NamedValue& value : values) {
    if (table.size() < kMostRows) table.push_back({value.name, NumberText(value.value)});
  }
  if (values.size() > kMostRows) table.push_back({fmt::format("... {} more", values.size() - kMostRows)});
  return fmt::format("\n{}:\n{}", what, Table(table));
}

struct PoleFacts {
  double frequency = 0;           // rad/s
  std::optional<double> damping;  // none: the pole is zero
};

PoleFacts FactsOf(std::complex<double> pole) {
  const double size = std::abs(pole);
  return {size, size == 0 ? std::nullopt : std::optional(-pole.real() / size)};
}

std::string PolesText(const std::vector<std::complex<double>>& poles) {
  if (poles.empty()) return {};
  std::vector<Row> table{{"", "damping", "frequency (rad/s)", "time constant (s)"}};
  for (std::size_t i = 0; i < poles.size() && table.size() <= kMostRows; ++i) {
    const bool is_pair = i + 1 < poles.size() && poles[i].imag() > 0 && poles[i + 1] == std::conj(poles[i]);
    const PoleFacts facts = FactsOf(poles[i]);
    const double rate = std::abs(poles[i].real());
    const std::string text = poles[i].imag() == 0
                                 ? NumberText(poles[i].real())
                                 : fmt::format("{} {} {}i", NumberText(poles[i].real()), is_pair ? "+-" : "+",
                                               NumberText(poles[i].imag()));
    table.push_back({text, facts.damping ? NumberText(*facts.damping) : "-", NumberText(facts.frequency),
                     rate == 0 ? "-" : NumberText(1 / rate)});
    if (is_pair) ++i;
  }
  return "\npoles:\n" + Table(table);
}

nlohmann::ordered_json MatrixJson(const DenseMatrix& matrix) {
  auto out = nlohmann::ordered_json::array();
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    auto row = nlohmann::ordered_json::array();
    for (std::size_t c = 0; c < matrix.columns; ++c) row.push_back(matrix(r, c));
    out.push_back(std::move(row));
  }
  return out;
}

nlohmann::ordered_json ValuesJson(const std::vector<NamedValue>& values) {
  auto out = nlohmann::ordered_json::array();
  for (const NamedValue& value : values) out.push_back({{"name", value.name}, {"value", value.value}});
  return out;
}

}  // namespace

std::string LinearSystemText(const LinearSystem& system) {
  const std::vector<std::string> states = NamesOf(system.states), inputs = NamesOf(system.inputs),
                                 outputs = NamesOf(system.outputs);
  const std::vector<std::string>& rows = system.E ? system.equations : states;
  std::string out = fmt::format("{} at time = {:g}\n", system.model, system.time);
  out += PointText(system.E ? "variables" : "states", system.states);
  out += PointText("inputs", system.inputs) + PointText("outputs", system.outputs);
  if (system.E) out += MatrixText("E", *system.E, rows, states);
  out += MatrixText("A", system.A, rows, states) + MatrixText("B", system.B, rows, inputs);
  out += MatrixText("C", system.C, outputs, states) + MatrixText("D", system.D, outputs, inputs);
  return out + PolesText(system.poles);
}

nlohmann::ordered_json LinearSystemJson(const LinearSystem& system) {
  nlohmann::ordered_json out;
  out["model"] = system.model;
  out["time"] = system.time;
  out[system.E ? "variables" : "states"] = ValuesJson(system.states);
  out["inputs"] = ValuesJson(system.inputs);
  out["outputs"] = ValuesJson(system.outputs);
  if (system.E) out["equations"] = system.equations;
  if (system.E) out["E"] = MatrixJson(*system.E);
  out["A"] = MatrixJson(system.A);
  out["B"] = MatrixJson(system.B);
  out["C"] = MatrixJson(system.C);
  out["D"] = MatrixJson(system.D);
  auto& poles = out["poles"] = nlohmann::ordered_json::array();
  for (const std::complex<double>& pole : system.poles) {
    const PoleFacts facts = FactsOf(pole);
    nlohmann::ordered_json one{
        {"real", pole.real()}, {"imaginary", pole.imag()}, {"frequency", facts.frequency}};
    one["damping"] = facts.damping ? nlohmann::ordered_json(*facts.damping) : nlohmann::ordered_json();
    poles.push_back(std::move(one));
  }
  return out;
}

std::string LinearSystemMat(const LinearSystem& system) {
  std::string out;
  const auto add = [&](std::string_view name, const DenseMatrix& matrix) {
    results::AppendMatNumbers(out, name, matrix.rows, matrix.columns, matrix.values);
  };
  if (system.E) add("E", *system.E);
  add("A", system.A);
  add("B", system.B);
  add("C", system.C);
  add("D", system.D);
  const auto add_values = [&](std::string_view name, const std::vector<NamedValue>& values) {
    std::vector<double> numbers;
    for (const NamedValue& value : values) numbers.push_back(value.value);
    results::AppendMatNumbers(out, name, numbers.size(), 1, numbers);
  };
  add_values("x0", system.states);
  add_values("u0", system.inputs);
  add_values("y0", system.outputs);
  results::AppendMatNumbers(out, "time", 1, 1, std::span(&system.time, 1));
  results::AppendMatTexts(out, "states", NamesOf(system.states));
  results::AppendMatTexts(out, "inputs", NamesOf(system.inputs));
  results::AppendMatTexts(out, "outputs", NamesOf(system.outputs));
  if (system.E) results::AppendMatTexts(out, "equations", system.equations);
  return out;
}

}  // namespace daedalus::model
