// What a run leaves behind: its points, and how it ended.
//
// Arrays of Python are views of the columns wherever the numbers are those of the column. A negative alias, a
// Boolean or an Integer is a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <vector>

#include "column_store.h"
#include "daedalus/run/run_report.h"
#include "event_list.h"
#include "loaded_model.h"
#include "located_diagnostic.h"

namespace daedalus::python {

using Array = nanobind::ndarray<nanobind::numpy, const double, nanobind::ndim<1>>;

class RunResult {
 public:
  RunResult(std::shared_ptr<const LoadedModel> model, ColumnStore points, EventList events,
            run::RunReport report, std::vector<Diagnostic> diagnostics);

  const LoadedModel& model() const { return *model_; }
  const run::RunReport& report() const { return report_; }
  const std::vector<EventText>& events() const { return events_.events(); }
  const ColumnStore& points() const { return points_; }
  // Messages of the run, and then warnings on its way.
  std::vector<Diagnostic> diagnostics() const;
  // The same, with their places.
  std::vector<LocatedDiagnostic> Messages() const;
  bool HasErrors() const;

  bool is_interrupted() const { return is_interrupted_; }
  void SetInterrupted(bool is_interrupted) { is_interrupted_ = is_interrupted; }

  Array Times() const;
  // The values and their type: an array for what changes, a number for what does not. All are numbers, also
  // those of a Boolean. None if there is no such name, or it was not kept.
  nanobind::object Get(std::string_view name) const;
  // What a number of a String or an enumeration stands for; empty: nothing.
  std::string TextOf(std::string_view name, double number) const;
  // Null: the run has no points.
  std::shared_ptr<const ResultNames> Names() const;

 private:
  Array Wrap(std::span<const double> values) const;

  std::shared_ptr<const LoadedModel> model_;
  ColumnStore points_;
  EventList events_;
  run::RunReport report_;
  std::vector<Diagnostic> diagnostics_;
  bool is_interrupted_ = false;  // by Ctrl-C
};

// An array that owns the values.
Array OwnArray(std::vector<double> values);
void BindRunResult(nanobind::module_& m);

}  // namespace daedalus::python
