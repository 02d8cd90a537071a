// Errors on their way to Python. daedalus/errors.py chooses the class of the exception by the diagnostics.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "located_diagnostic.h"

namespace daedalus::python {

// Becomes an exception of Python with these diagnostics.
class DiagnosticError : public std::exception {
 public:
  DiagnosticError(const std::vector<Diagnostic>& diagnostics, const Sources& sources)
      : diagnostics_(LocateAll(diagnostics, sources)) {}
  const char* what() const noexcept override { return "a Daedalus error"; }
  const std::vector<LocatedDiagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<LocatedDiagnostic> diagnostics_;
};

// The caller has used an object in a way that it forbids.
class UsageError : public std::exception {
 public:
  enum class Kind {
    kClosed,  // after close
    kBusy,    // from two threads
    kOption,  // a word or value that is none of those that are allowed
    kInput,   // numbers of the wrong size, or not finite
  };
  UsageError(Kind kind, std::string message, std::string hint = {})
      : kind_(kind), message_(std::move(message)), hint_(std::move(hint)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  Kind kind() const { return kind_; }
  const std::string& hint() const { return hint_; }

 private:
  Kind kind_;
  std::string message_, hint_;
};

inline UsageError BadOption(std::string message, std::string hint = {}) {
  return {UsageError::Kind::kOption, std::move(message), std::move(hint)};
}
inline UsageError BadInput(std::string message, std::string hint = {}) {
  return {UsageError::Kind::kInput, std::move(message), std::move(hint)};
}

// The value, or an exception.
template <class T>
T OrThrow(Result<T> result, const Sources& sources) {
  if (!result) throw DiagnosticError(result.error(), sources);
  return std::move(result).value();
}

// JSON and text of each, for Python.
nanobind::list ToPython(const std::vector<LocatedDiagnostic>& diagnostics);
void BindErrors(nanobind::module_& m);

}  // namespace daedalus::python
