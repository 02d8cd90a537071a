#include "errors.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

// Raises what `name` of daedalus.errors makes of the argument.
void RaiseBy(const char* name, nb::object argument) {
  try {
    const nb::object error = nb::module_::import_("daedalus.errors").attr(name)(std::move(argument));
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  } catch (nb::python_error& raised) {
    raised.restore();
  }
}

void Translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const DiagnosticError& error) {
    RaiseBy("_from_core", ToPython(error.diagnostics()));
  } catch (const UsageError& error) {
    RaiseBy(error.kind() == UsageError::Kind::kClosed ? "ClosedError" : "BusyError", nb::str(error.what()));
  }
}

}  // namespace

nb::list ToPython(const std::vector<LocatedDiagnostic>& diagnostics) {
  nb::list out;
  for (const LocatedDiagnostic& d : diagnostics)
    out.append(nb::make_tuple(
        nb::str(d.json.c_str(), d.json.size()),
        nb::steal(PyUnicode_DecodeUTF8(d.text.data(), static_cast<Py_ssize_t>(d.text.size()), "replace"))));
  return out;
}

void BindErrors(nb::module_& /*m*/) {
  nb::register_exception_translator(Translate);
}

}  // namespace daedalus::python
