#include "daedalus/model/simulate/variable_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus::simulate {
namespace {

constexpr double kSmall = 1e-4;
constexpr double kRounding = 1e-10;  // of the largest state
constexpr double kNothing =
    1e-40;  // in any unit: a slope that should be zero, after an iteration that stopped near it

// A power of ten, as people write it.
double RoundedUp(double size) {
  return std::pow(10, std::ceil(std::log10(size)));
}

}  // namespace

std::vector<double> SizesOf(const System& system, std::span<const char> is_differential,
                            const initialize::AttributeValues& attributes, std::span<const double> y,
                            std::span<const double> yp, double length) {
  std::vector<double> sizes = attributes.nominal;
  std::vector<double> moves(sizes.size(), 0.0);
  double largest = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!is_differential[i]) continue;
    moves[i] =
        y[i] == 0 ? std::abs(yp[i]) * length : std::max(std::abs(y[i]), std::abs(yp[i]) * length / 100);
    largest = std::max(largest, moves[i]);
  }
  for (const VariableId v : IdRange<VariableId>(sizes.size())) {
    const int order = system.variables[v].derivative_order;
    if (order > 0 && !is_differential[v.index()] && length > 0)
      sizes[v.index()] = std::max(sizes[v.index()], attributes.derived[v.index()] / std::pow(length, order));
    const double move = moves[v.index()];
    if (system.variables[v].nominal.IsValid() || !(move < kSmall)) continue;
    if (move > kRounding * largest && move > kNothing) sizes[v.index()] = move;
  }
  return sizes;
}

void LargestValues::Observe(std::span<const double> quantities) {
  for (std::size_t i = 0; i < largest_.size(); ++i)
    largest_[i] = std::max(largest_[i], std::abs(quantities[i]));
}

std::optional<Diagnostic> LargestValues::BelowTolerance(const System& system,
                                                        std::span<const Quantity> quantities) const {
  constexpr std::size_t kMaxNamed = 5;
  double largest = 0;
  for (const double value : largest_) largest = std::max(largest, value);
  const auto declaration = [&](std::size_t i) {
    return system.variables[quantities[i].variable].declaration.index();
  };
  // An array has one size: an element that is zero by symmetry was computed all the same.
  std::vector<char> is_computed(system.declarations.size(), 0);
  for (std::size_t i = 0; i < largest_.size(); ++i) {
    if (quantities[i].order == 0 && largest_[i] >= absolute_[i]) is_computed[declaration(i)] = 1;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < largest_.size(); ++i) {
    const bool is_rounding = !(largest_[i] > kRounding * largest);
    const bool is_given = system.variables[quantities[i].variable].nominal.IsValid();
    if (quantities[i].order == 0 && !is_given && !is_rounding && !is_computed[declaration(i)])
      found.push_back(i);
  }
  if (found.empty()) return std::nullopt;
  const Variable& first = system.variables[quantities[found[0]].variable];
  Diagnostic d =
      Warning(Code::kBelowTolerance, system.declarations[first.declaration].span,
              "`{}` is never larger than {:.3g}, below its absolute tolerance of {:.3g}: its values "
              "mean nothing",
              NameOf(system, first), largest_[found[0]], absolute_[found[0]]);
  for (std::size_t k = 1; k < found.size() && k < kMaxNamed; ++k) {
    const Variable& variable = system.variables[quantities[found[k]].variable];
    d.With(system.declarations[variable.declaration].span,
           fmt::format("nor is `{}`, at most {:.3g}", NameOf(system, variable), largest_[found[k]]));
  }
  if (found.size() > kMaxNamed) d.Note(fmt::format("and {} others", found.size() - kMaxNamed));
  return std::move(d).Hint(fmt::format("state how large it is: {}(nominal = {:.0e})", NameOf(system, first),
                                       RoundedUp(largest_[found[0]])));
}

}  // namespace daedalus::simulate
