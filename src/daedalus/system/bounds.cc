#include "daedalus/system/bounds.h"

#include <map>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus {
namespace {

expr::Point PointOf(std::span<const double> parameters) {
  return {.time = 0, .variables = {}, .derivatives = {}, .parameters = parameters};
}

template <class Declared>
Bounds BoundsOf(expr::Evaluator& evaluator, const Declared& declared) {
  Bounds bounds;
  if (declared.min.IsValid()) bounds.min = evaluator.Value(declared.min);
  if (declared.max.IsValid()) bounds.max = evaluator.Value(declared.max);
  return bounds;
}

class BoundsChecker {
 public:
  BoundsChecker(const System& system, std::span<const double> parameters)
      : system_(system), parameters_(parameters), evaluator_(system.graph) {
    evaluator_.SetPoint(PointOf(parameters));
  }

  std::vector<Diagnostic> Run() {
    for (const ParameterId id : IdRange<ParameterId>(system_.parameters.size())) Check(id);
    for (const VariableId id : IdRange<VariableId>(system_.variables.size())) Check(id);
    return Told();
  }

 private:
  enum class Kind : std::uint8_t { kOrder, kValue, kStart, kNominal };
  struct Finding {
    Diagnostic told;
    std::size_t more = 0;  // elements of the same declaration
  };

  void Check(ParameterId id) {
    const Parameter& p = system_.parameters[id];
    const bool is_free = !p.min.IsValid() && !p.max.IsValid();
    if (is_free || !CheckOrder(p)) return;
    const Bounds bounds = BoundsOf(evaluator_, p);
    const double value = parameters_[id.index()];
    if (!(value < bounds.min || value > bounds.max)) return;
    Add(p, Kind::kValue,
        Error(Code::kOutsideBounds, SpanOf(p), "parameter `{}` is {}, {}", NameOf(system_, p),
              expr::PrintNumber(value), OutsideText(bounds, value)));
  }

  void Check(VariableId id) {
    const Variable& v = system_.variables[id];
    if (v.nominal.IsValid()) CheckNominal(v);
    const bool is_free = !v.min.IsValid() && !v.max.IsValid();
    if (is_free || !CheckOrder(v) || !v.start.IsValid()) return;
    const Bounds bounds = BoundsOf(evaluator_, v);
    const double start = evaluator_.Value(v.start);
    if (!(start < bounds.min || start > bounds.max)) return;
    Diagnostic d = Error(Code::kOutsideBounds, SpanOf(v), "the start value of `{}` is {}, {}",
                         NameOf(system_, v), expr::PrintNumber(start), OutsideText(bounds, start));
    if (!v.fixed) d.severity = Severity::kWarning;
    Add(v, Kind::kStart, std::move(d));
  }

  template <class Declared>
  bool CheckOrder(const Declared& declared) {
    const Bounds bounds = BoundsOf(evaluator_, declared);
    if (!(bounds.min > bounds.max)) return true;
    Add(declared, Kind::kOrder,
        Error(Code::kBadBounds, SpanOf(declared), "the min of `{}` is {}, above its max of {}",
              NameOf(system_, declared), expr::PrintNumber(bounds.min), expr::PrintNumber(bounds.max)));
    return false;
  }

  // Zero and values that are not numbers are rejected with the start values, where all numbers are read.
  void CheckNominal(const Variable& v) {
    const double nominal = evaluator_.Value(v.nominal);
    if (!(nominal < 0)) return;
    Add(v, Kind::kNominal,
        Warning(Code::kBadBounds, SpanOf(v), "the nominal value of `{}` is {}, which is not more than 0",
                NameOf(system_, v), expr::PrintNumber(nominal))
            .Note(fmt::format("{} is taken", expr::PrintNumber(-nominal))));
  }

  template <class Declared>
  Span SpanOf(const Declared& declared) const {
    return system_.declarations[declared.declaration].span;
  }

  template <class Declared>
  void Add(const Declared& declared, Kind kind, Diagnostic d) {
    const auto [at, is_new] = places_.try_emplace({declared.declaration, kind}, findings_.size());
    if (is_new) {
      findings_.push_back({std::move(d)});
    } else {
      ++findings_[at->second].more;
      if (d.severity == Severity::kError) findings_[at->second].told.severity = Severity::kError;
    }
  }

  std::vector<Diagnostic> Told() {
    std::vector<Diagnostic> out;
    for (Finding& finding : findings_) {
      if (finding.more > 0)
        finding.told.Note(fmt::format("and so for {} more element{} of the array", finding.more,
                                      finding.more == 1 ? "" : "s"));
      out.push_back(std::move(finding.told));
    }
    return out;
  }

  const System& system_;
  std::span<const double> parameters_;
  expr::Evaluator evaluator_;
  std::vector<Finding> findings_;
  std::map<std::pair<DeclarationId, Kind>, std::size_t> places_;
};

}  // namespace

std::string OutsideText(const Bounds& bounds, double value) {
  return value < bounds.min ? fmt::format("below its min of {}", expr::PrintNumber(bounds.min))
                            : fmt::format("above its max of {}", expr::PrintNumber(bounds.max));
}

std::vector<Diagnostic> CheckBounds(const System& system, std::span<const double> parameters) {
  return BoundsChecker(system, parameters).Run();
}

std::vector<BoundedVariable> FindBoundedVariables(const System& system, std::span<const double> parameters) {
  std::vector<BoundedVariable> out;
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint(PointOf(parameters));
  for (const VariableId id : IdRange<VariableId>(system.variables.size())) {
    const Variable& v = system.variables[id];
    if (v.min.IsValid() || v.max.IsValid()) out.push_back({id, BoundsOf(evaluator, v)});
  }
  return out;
}

}  // namespace daedalus
