#include "errors.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

// Raises what `name` of daedalus.errors makes of the arguments.
template <class... Arguments>
void RaiseBy(const char* name, Arguments... arguments) {
  try {
    const nb::object error = nb::module_::import_("daedalus.errors").attr(name)(std::move(arguments)...);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  } catch (nb::python_error& raised) {
    raised.restore();
  }
}

const char* ClassFor(UsageError::Kind kind) {
  switch (kind) {
    case UsageError::Kind::kClosed:
      return "ClosedError";
    case UsageError::Kind::kBusy:
      return "BusyError";
    case UsageError::Kind::kOption:
      return "OptionError";
    case UsageError::Kind::kInput:
      return "InputError";
  }
  return "DaedalusError";
}

// A text may hold bytes of the caller that are not UTF-8.
nb::object Decoded(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void Translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const DiagnosticError& error) {
    RaiseBy("_from_core", ToPython(error.diagnostics()));
  } catch (const UsageError& error) {
    RaiseBy(ClassFor(error.kind()), Decoded(error.what()), Decoded(error.hint()));
  }
}

}  // namespace

nb::list ToPython(const std::vector<LocatedDiagnostic>& diagnostics) {
  nb::list out;
  for (const LocatedDiagnostic& d : diagnostics)
    out.append(nb::make_tuple(nb::str(d.json.c_str(), d.json.size()), Decoded(d.text)));
  return out;
}

void BindErrors(nb::module_& /*m*/) {
  nb::register_exception_translator(Translate);
}

}  // namespace daedalus::python
