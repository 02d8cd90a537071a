#include "evaluator.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <span>
#include <utility>

#include "errors.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

model::ResponseOf WhatOf(const std::string& word) {
  if (word == "derivatives") return model::ResponseOf::kDerivatives;
  if (word == "values") return model::ResponseOf::kValues;
  if (word == "residuals") return model::ResponseOf::kResiduals;
  if (word == "indicators") return model::ResponseOf::kIndicators;
  throw BadOption(fmt::format("{:?} is not one of: derivatives, values, residuals, indicators", word));
}

model::ResponseTo WhatTo(const std::string& word) {
  if (word == "states") return model::ResponseTo::kStates;
  if (word == "inputs") return model::ResponseTo::kInputs;
  if (word == "parameters") return model::ResponseTo::kParameters;
  throw BadOption(fmt::format("{:?} is not one of: states, inputs, parameters", word));
}

// `order` says where the caller finds what each number belongs to.
std::span<const double> Checked(const Numbers& numbers, std::size_t size, const char* what,
                                const char* order) {
  if (numbers.shape(0) != size)
    throw BadInput(fmt::format("{} needs {} numbers, not {}", what, size, numbers.shape(0)), order);
  const std::span<const double> out(numbers.data(), size);
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::isfinite(out[i]))
      throw BadInput(fmt::format("{} has a number that is not finite at place {}", what, i), order);
  }
  return out;
}

constexpr const char* kOrderOfStates = "the order is that of `state_names`";
constexpr const char* kOrderOfUnknowns = "the order is that of `unknown_names`";
constexpr const char* kOrderOfBoth = "it has a number for each row or column of `jacobian(of, wrt)`";

Array CopyOf(std::span<const double> values) {
  return OwnArray({values.begin(), values.end()});
}

template <class T>
T Keep(const Evaluator& e, Result<T> result) {
  return OrThrow(std::move(result), e.loaded().sources());
}

Array Indicators(const Evaluator& e) {
  std::vector<double> out(e.ready().num_indicators());
  Keep(e, e.ready().Indicators(out));
  return OwnArray(std::move(out));
}

Array Forward(const Evaluator& e, const std::string& of, const std::string& to, const Numbers& direction) {
  model::Instance& instance = e.ready();
  const auto what = WhatOf(of);
  const auto by = WhatTo(to);
  std::vector<double> out(instance.Size(what));
  Keep(e, instance.DirectionalProduct(
              what, by, Checked(direction, instance.Size(by), "the direction", kOrderOfBoth), out));
  return OwnArray(std::move(out));
}

Array Backward(const Evaluator& e, const std::string& of, const std::string& to, const Numbers& weights) {
  model::Instance& instance = e.ready();
  const auto what = WhatOf(of);
  const auto by = WhatTo(to);
  std::vector<double> out(instance.Size(by));
  Keep(e, instance.AdjointProduct(what, by,
                                  Checked(weights, instance.Size(what), "the weights", kOrderOfBoth), out));
  return OwnArray(std::move(out));
}

// The instance at another time, as long as this object lives.
class AtTime {
 public:
  AtTime(model::Instance& instance, double t) : instance_(instance), before_(instance.time()) {
    instance_.SetTime(t);
  }
  ~AtTime() { instance_.SetTime(before_); }
  AtTime(const AtTime&) = delete;
  AtTime& operator=(const AtTime&) = delete;

 private:
  model::Instance& instance_;
  const double before_;
};

// Unknowns and their derivatives, as the causal form computes them.
nb::tuple Unknowns(const Evaluator& e) {
  model::Instance& instance = e.ready();
  const std::size_t size = instance.residual_form().num_unknowns();
  std::vector<double> y(size), yp(size);
  Keep(e, instance.ReadUnknowns(y, yp));
  return nb::make_tuple(OwnArray(std::move(y)), OwnArray(std::move(yp)));
}

Array Residuals(const Evaluator& e, double t, const Numbers& y, const Numbers& yp) {
  model::Instance& instance = e.ready();
  const model::ResidualForm& form = instance.residual_form();
  const auto values = Checked(y, form.num_unknowns(), "y", kOrderOfUnknowns);
  const auto slopes = Checked(yp, form.num_unknowns(), "yp", kOrderOfUnknowns);
  const AtTime at(instance, t);
  std::vector<double> out(form.system().equations.size());
  Keep(e, instance.Residuals(values, slopes, out));
  return OwnArray(std::move(out));
}

// The values of dF/dy + factor dF/dy', in the order of ResidualPattern.
Array ResidualJacobian(const Evaluator& e, double t, const Numbers& y, const Numbers& yp, double factor) {
  model::Instance& instance = e.ready();
  const model::ResidualForm& form = instance.residual_form();
  const auto values = Checked(y, form.num_unknowns(), "y", kOrderOfUnknowns);
  const auto slopes = Checked(yp, form.num_unknowns(), "yp", kOrderOfUnknowns);
  if (!std::isfinite(factor)) throw BadInput("the factor must be a finite number");
  const AtTime at(instance, t);
  std::vector<double> out(form.pattern().row_indices.size());
  Keep(e, instance.ResidualJacobian(values, slopes, factor, out));
  return OwnArray(std::move(out));
}

// In compressed columns: (rows, columns, starts of columns, rows of entries).
nb::tuple ResidualPattern(const Evaluator& e) {
  const linear::SparsePattern& pattern = e.ready().residual_form().pattern();
  return nb::make_tuple(pattern.rows, pattern.cols, pattern.column_starts, pattern.row_indices);
}

std::vector<bool> IsDifferential(const Evaluator& e) {
  const std::vector<char>& marks = e.ready().residual_form().is_differential();
  return {marks.begin(), marks.end()};
}

void SetInput(const Evaluator& e, const std::string& name, double value) {
  const auto input = e.open().FindInput(name);
  if (!input) {
    // The model has the message, with the nearest name.
    Keep(e, e.loaded().model()->CheckInput(name, value));
    throw BadOption(fmt::format("`{}` is not an input", name));
  }
  Keep(e, e.open().SetInput(*input, value));
}

nb::tuple HandleEvent(const Evaluator& e) {
  const auto event = Keep(e, e.ready().HandleEvent());
  return nb::make_tuple(event.ends, event.has_new_states, event.has_new_values);
}

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const LoadedModel> model, double tolerance, double length, bool sliding)
    : model_(std::move(model)),
      instance_(OrThrow(model::Instance::Make(model_->model(),
                                              {.tolerance = tolerance, .length = length, .sliding = sliding}),
                        model_->sources())) {}

model::Instance& Evaluator::open() const {
  if (!instance_)
    throw UsageError(UsageError::Kind::kClosed, "the instance is closed", "make a new one: model.instance()");
  return *instance_;
}

model::Instance& Evaluator::ready() const {
  if (instance_ && !is_ready_)
    throw BadOption("the instance has no values yet", "call initialize or restore");
  return open();
}

void Evaluator::Initialize(double time) {
  OrThrow(open().Initialize(time), model_->sources());
  is_ready_ = true;
}

void Evaluator::Restore(const State& state) {
  OrThrow(open().Restore(state.value()), model_->sources());
  is_ready_ = true;
}

std::uint32_t Evaluator::NumberOf(const std::string& parameter) const {
  const auto found = open().FindParameter(parameter);
  if (found) return static_cast<std::uint32_t>(found->index());
  // The model has the message, with the nearest name.
  OrThrow(model_->model()->CheckParameter(parameter, 0), model_->sources());
  throw BadOption(fmt::format("`{}` is not a parameter", parameter));
}

void Evaluator::SetParameters(const std::vector<std::uint32_t>& numbers, const Numbers& values) {
  const auto given = Checked(values, numbers.size(), "the list of parameters", "");
  std::vector<ParameterOverride> all;
  const std::size_t count = ready().given().parameters.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] >= count) throw BadOption(fmt::format("there is no parameter {}", numbers[i]));
    all.push_back({ParameterId(numbers[i]), given[i]});
  }
  OrThrow(open().SetParameters(all), model_->sources());
  OrThrow(open().ApplyParameters(), model_->sources());
}

void Evaluator::SetPoint(double t, const Numbers& states) {
  if (!std::isfinite(t)) throw BadInput("the time must be a finite number");
  const auto values = Checked(states, ready().num_states(), "the point", kOrderOfStates);
  ready().SetTime(t);
  ready().SetStates(values);
}

Matrix OwnMatrix(linear::DenseMatrix matrix) {
  auto kept = std::make_unique<linear::DenseMatrix>(std::move(matrix));
  nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<linear::DenseMatrix*>(held); });
  linear::DenseMatrix& all = *kept.release();
  return Matrix(all.values.data(), {all.rows, all.columns}, owner, {1, static_cast<std::int64_t>(all.rows)});
}

void BindEvaluator(nb::module_& m) {
  using E = Evaluator;
  nb::class_<E>(m, "Evaluator", "Evaluates the equations of a model at a point.")
      .def(nb::init<std::shared_ptr<const LoadedModel>, double, double, bool>(), nb::arg("model"),
           nb::arg("tolerance"), nb::arg("length"), nb::arg("sliding"))
      .def("close", &E::Close)
      .def(
          "set",
          [](const E& e, const std::string& name, double value) {
            Keep(e, e.open().SetParameter(name, value));
          },
          nb::arg("name"), nb::arg("value"))
      .def("number_of", &E::NumberOf, nb::arg("parameter"))
      .def("set_parameters", &E::SetParameters, nb::arg("numbers"), nb::arg("values"))
      .def("set_input", &SetInput, nb::arg("name"), nb::arg("value"))
      .def("initialize", &E::Initialize, nb::arg("time"))
      .def("restore", &E::Restore, nb::arg("state"))
      .def("save", [](const E& e) { return State(Keep(e, e.ready().Save())); })
      .def("set_point", &E::SetPoint, nb::arg("t"), nb::arg("states"))
      .def_prop_ro("time", [](const E& e) { return e.ready().time(); })
      .def_prop_ro(
          "states", [](const E& e) { return CopyOf(e.ready().states()); }, nb::rv_policy::automatic)
      .def_prop_ro("state_names", [](const E& e) { return e.ready().NamesOfStates(); })
      .def_prop_ro("input_names", [](const E& e) { return e.open().NamesOfInputs(); })
      .def_prop_ro("parameter_names", [](const E& e) { return e.ready().NamesOfParameters(); })
      .def_prop_ro(
          "nominals", [](const E& e) { return OwnArray(e.ready().NominalsOfStates()); },
          nb::rv_policy::automatic)
      .def("derivatives", [](const E& e) { return CopyOf(Keep(e, e.ready().Derivatives())); })
      .def(
          "value",
          [](const E& e, const std::string& name) -> nb::object {
            if (!e.ready().Find(name)) return nb::none();
            return nb::float_(Keep(e, e.ready().Value(name)));
          },
          nb::arg("name"))
      .def("indicators", &Indicators)
      .def_prop_ro("next_instant", [](const E& e) { return e.ready().next_instant(); })
      .def(
          "jacobian",
          [](const E& e, const std::string& of, const std::string& to) {
            return OwnMatrix(Keep(e, e.ready().Jacobian(WhatOf(of), WhatTo(to))));
          },
          nb::arg("of"), nb::arg("wrt"))
      .def("jvp", &Forward, nb::arg("of"), nb::arg("wrt"), nb::arg("direction"))
      .def("vjp", &Backward, nb::arg("of"), nb::arg("wrt"), nb::arg("weights"))
      .def_prop_ro("unknown_names", [](const E& e) { return e.ready().residual_form().NamesOfUnknowns(); })
      .def_prop_ro("is_differential", &IsDifferential)
      .def("unknowns", &Unknowns)
      .def("residuals", &Residuals, nb::arg("t"), nb::arg("y"), nb::arg("yp"))
      .def("residual_pattern", &ResidualPattern)
      .def("residual_jacobian", &ResidualJacobian, nb::arg("t"), nb::arg("y"), nb::arg("yp"),
           nb::arg("factor"))
      .def("complete_step", [](const E& e) { return Keep(e, e.ready().CompleteStep()).has_new_states; })
      .def("handle_event", &HandleEvent)
      .def("take_messages", [](const E& e) {
        return ToPython(LocateAll(e.open().diagnostics().Take(), e.loaded().sources()));
      });
}

}  // namespace daedalus::python
