#include "daedalus/system/parameters.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "daedalus/base/nearest_name.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

// The expression of the parameter's value: the binding, otherwise the start attribute, otherwise none (0).
ExprId BindingOf(const Parameter& p) {
  return p.value.IsValid() ? p.value : p.start;
}

Span SpanOf(const System& system, const Parameter& p) {
  return system.declarations[p.declaration].span;
}

// A depth-first search with an explicit stack. A parameter that is reached while on the stack closes a cycle.
class OrderSearch {
 public:
  explicit OrderSearch(const System& system)
      : system_(system), states_(system.parameters.size(), State::kNew) {}

  Result<std::vector<ParameterId>> Run() {
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) {
      Enter(p);
      while (!stack_.empty()) {
        if (const auto repeated = Advance()) return Fail(DescribeCycle(*repeated));
      }
    }
    return std::move(order_);
  }

 private:
  enum class State : unsigned char { kNew, kOnStack, kDone };

  void Enter(ParameterId p) {
    if (states_[p] != State::kNew) return;
    states_[p] = State::kOnStack;
    stack_.push_back(p);
    open_.emplace_back();
    const ExprId binding = BindingOf(system_.parameters[p]);
    if (binding.IsValid()) open_.back() = collector_.Collect(system_.graph, binding).parameters;
  }

  // Makes one step of the search. Returns the parameter that closes a cycle, if there is one.
  std::optional<ParameterId> Advance() {
    const ParameterId p = stack_.back();
    std::vector<ParameterId>& open = open_.back();
    if (open.empty()) {
      states_[p] = State::kDone;
      order_.push_back(p);
      stack_.pop_back();
      open_.pop_back();
      return std::nullopt;
    }
    const ParameterId next = open.back();
    open.pop_back();
    if (states_[next] == State::kOnStack) return next;
    Enter(next);
    return std::nullopt;
  }

  Diagnostic DescribeCycle(ParameterId repeated) const {
    const auto begin = std::find(stack_.begin(), stack_.end(), repeated);
    const Parameter& first = system_.parameters[repeated];
    std::string cycle = fmt::format("`{}`", NameOf(system_, first));
    Diagnostic d = Error(Code::kCyclicParameters, SpanOf(system_, first),
                         "the value of parameter `{}` depends on itself", NameOf(system_, first));
    for (auto it = begin; it != stack_.end(); ++it) {
      const bool is_last = it + 1 == stack_.end();
      const Parameter& user = system_.parameters[*it];
      const Parameter& used = system_.parameters[is_last ? repeated : *(it + 1)];
      cycle += fmt::format(" -> `{}`", NameOf(system_, used));
      const std::string text = fmt::format("`{}` uses `{}`", NameOf(system_, user), NameOf(system_, used));
      if (it == begin) {
        d.Here(text);
      } else if (SpanOf(system_, user).IsValid()) {
        d.With(SpanOf(system_, user), text);
      }
    }
    return std::move(d).Note("the cycle: " + cycle);
  }

  const System& system_;
  IdVector<ParameterId, State> states_;
  expr::LeafCollector collector_;
  std::vector<ParameterId> stack_;
  std::vector<std::vector<ParameterId>>
      open_;  // for each on the stack: the parameters it uses, still to follow
  std::vector<ParameterId> order_;
};

Diagnostic DescribeNonFinite(const System& system, const Parameter& p, double value, ExprId culprit) {
  const Span span = SpanOf(system, p);
  Diagnostic d =
      Error(Code::kParameterNotFinite, span, "the value of parameter `{}` is not finite", NameOf(system, p));
  return std::move(d).Note(fmt::format("`{}` gives {}", ExpressionText(system, culprit), value));
}

Diagnostic DescribeMissingValue(const System& system, const Parameter& p, double value) {
  const Span span = SpanOf(system, p);
  Diagnostic d =
      Warning(Code::kParameterWithoutValue, span, "parameter `{}` has no value", NameOf(system, p));
  const char* source = p.start.IsValid() ? "its start value" : "the default";
  return std::move(d).Note(fmt::format("{} {} is taken", source, expr::PrintNumber(value)));
}

// Overrides by parameter, checked.
Result<IdVector<ParameterId, std::optional<double>>> CollectOverrides(
    const System& system, std::span<const ParameterOverride> overrides) {
  IdVector<ParameterId, std::optional<double>> result(system.parameters.size());
  Diagnostics errors;
  for (const ParameterOverride& o : overrides) {
    const Parameter& p = system.parameters[o.parameter];
    const Span span = SpanOf(system, p);
    if (p.is_constant)
      errors.Report(Error(Code::kBadOption, span, "`{}` is constant and cannot be set", NameOf(system, p)));
    if (!std::isfinite(o.value)) {
      errors.Report(Error(Code::kBadOption, span, "`{}` cannot be set to a value that is not finite",
                          NameOf(system, p)));
    }
    result[o.parameter] = o.value;
  }
  if (errors.HasErrors()) return Failure{errors.Take()};
  return result;
}

}  // namespace

Result<std::vector<ParameterId>> ParameterOrder(const System& system) {
  return OrderSearch(system).Run();
}

Result<ParameterValues> EvaluateParameters(const System& system,
                                           std::span<const ParameterOverride> overrides) {
  auto order = ParameterOrder(system);
  if (!order.ok()) return Failure{std::move(order).error()};
  auto given = CollectOverrides(system, overrides);
  if (!given.ok()) return Failure{std::move(given).error()};

  ParameterValues result;
  result.values.assign(system.parameters.size(), 0.0);
  Diagnostics errors;
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint({.time = 0.0, .variables = {}, .derivatives = {}, .parameters = result.values});
  for (const ParameterId id : *order) {
    const Parameter& p = system.parameters[id];
    double& value = result.values[id.index()];
    if ((*given)[id].has_value()) {
      value = *(*given)[id];
      continue;
    }
    if (const ExprId binding = BindingOf(p); binding.IsValid()) {
      value = evaluator.Value(binding);
      if (!std::isfinite(value)) {
        errors.Report(DescribeNonFinite(system, p, value, evaluator.FindNonFinite(binding)));
        value = 0.0;  // so that one mistake gives one message
      }
    }
    if (!p.value.IsValid() && p.fixed) result.warnings.push_back(DescribeMissingValue(system, p, value));
  }
  if (errors.HasErrors()) return Failure{errors.Take()};
  return result;
}

std::optional<ParameterId> ParameterNamed(const System& system, std::string_view name) {
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    if (NameOf(system, p) == name) return p;
  }
  return std::nullopt;
}

namespace {

Diagnostic IsStructural(std::string_view name) {
  return Error(Code::kBadOption, {}, "`{}` is structural: it cannot be changed after the model was compiled",
               name)
      .Note("the equations were made for the value that it has")
      .Hint("compile the model with the new value");
}

Diagnostic DescribeMissing(const System& system, std::string_view name) {
  NearestName nearest(name);
  for (const Parameter& parameter : system.parameters) nearest.Offer(NameOf(system, parameter));
  for (const TextParameter& parameter : system.text_parameters) {
    const std::string known = system.names.Text(parameter.name);
    if (known == name) return IsStructural(name);
    nearest.Offer(known);
  }
  return Error(Code::kBadOption, {}, "there is no parameter `{}`", name).Hint(nearest.Hint());
}

}  // namespace

Result<ParameterId> FindSettableParameter(const System& system, std::string_view name, double value) {
  const auto found = ParameterNamed(system, name);
  if (!found) return Fail(DescribeMissing(system, name));
  if (auto allowed = CheckSettable(system, *found, value); !allowed)
    return Failure{std::move(allowed).error()};
  return *found;
}

Result<Unit> CheckSettable(const System& system, ParameterId parameter, double value) {
  const Parameter& p = system.parameters[parameter];
  if (p.is_structural) return Fail(IsStructural(NameOf(system, p)));
  if (p.is_constant) return Fail(Error(Code::kBadOption, {}, "`{}` is a constant", NameOf(system, p)));
  if (std::isfinite(value)) return Unit{};
  return Fail(
      Error(Code::kBadOption, {}, "`{}` must be a finite number, but is {}", NameOf(system, p), value));
}

void SetParameters(System& system, std::span<const ParameterValue> values) {
  for (const ParameterValue& value : values) {
    if (const auto p = ParameterNamed(system, value.name))
      system.parameters[*p].value = system.graph.Constant(value.value);
  }
}

}  // namespace daedalus
