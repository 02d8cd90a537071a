#include "model_state.h"

#include <nanobind/stl/string.h>

#include <cstddef>
#include <span>

#include "errors.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

nb::bytes BytesOf(const State& state) {
  const std::vector<std::byte> bytes = simulate::ToBytes(state.value());
  return nb::bytes(bytes.data(), bytes.size());
}

simulate::ModelState FromBytes(const nb::bytes& bytes) {
  const auto* const data = static_cast<const std::byte*>(bytes.data());
  return OrThrow(simulate::StateFromBytes(std::span(data, bytes.size())), Sources());
}

}  // namespace

void BindState(nb::module_& m) {
  nb::class_<State>(m, "State", "The state of a running model. It can be pickled, and written as bytes.")
      .def_static(
          "from_bytes", [](const nb::bytes& bytes) { return State(FromBytes(bytes)); }, nb::arg("data"),
          "The state that `to_bytes` has written.")
      .def("to_bytes", &BytesOf, "All of it, with a checksum.")
      .def_prop_ro("time", [](const State& s) { return s.value().time; })
      .def_prop_ro(
          "model", [](const State& s) { return s.value().model; }, "The name of its model.")
      .def("__getstate__", &BytesOf)
      .def("__setstate__", [](State& place, const nb::bytes& bytes) { new (&place) State(FromBytes(bytes)); })
      .def("__repr__", [](const State& s) {
        return "<State of " + s.value().model + " at time " + std::to_string(s.value().time) + ">";
      });
}

}  // namespace daedalus::python
