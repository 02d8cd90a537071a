#include "linearize.h"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "daedalus/model/linear_system.h"
#include "errors.h"
#include "evaluator.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

using Names = std::optional<std::vector<std::string>>;

nb::list Pairs(const std::vector<model::NamedValue>& values) {
  nb::list out;
  for (const model::NamedValue& v : values) out.append(nb::make_tuple(v.name, v.value));
  return out;
}

nb::dict Linearize(const Evaluator& evaluator, Names inputs, Names outputs, bool descriptor) {
  const LoadedModel& loaded = evaluator.loaded();
  model::VariantOptions causal;
  causal.form = simulate::ModelForm::kOde;
  const auto description = OrThrow(loaded.model()->Describe(causal), loaded.sources());
  auto system =
      OrThrow(model::Linearize(
                  evaluator.ready(), *description,
                  {.inputs = std::move(inputs), .outputs = std::move(outputs), .descriptor = descriptor}),
              loaded.sources());
  nb::dict out;
  out["time"] = system.time;
  out["states"] = Pairs(system.states);
  out["inputs"] = Pairs(system.inputs);
  out["outputs"] = Pairs(system.outputs);
  out["equations"] = system.equations;
  out["A"] = OwnMatrix(std::move(system.A));
  out["B"] = OwnMatrix(std::move(system.B));
  out["C"] = OwnMatrix(std::move(system.C));
  out["D"] = OwnMatrix(std::move(system.D));
  if (system.E) out["E"] = OwnMatrix(*std::move(system.E));
  out["poles"] = system.poles;
  return out;
}

}  // namespace

void BindLinearize(nb::module_& m) {
  m.def("linearize", &Linearize, nb::arg("evaluator"), nb::arg("inputs").none(), nb::arg("outputs").none(),
        nb::arg("descriptor"));
}

}  // namespace daedalus::python
