// Evaluates the equations of a model at a point: model::Instance for Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/instance.h"
#include "loaded_model.h"
#include "model_state.h"
#include "run_result.h"

namespace daedalus::python {

using Matrix = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<2>, nanobind::f_contig>;
using Numbers = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

class Evaluator {
 public:
  Evaluator(std::shared_ptr<const LoadedModel> model, double tolerance, double length, bool sliding);

  const LoadedModel& loaded() const { return *model_; }
  // Throws UsageError after Close.
  model::Instance& open() const;
  // The same, once it has initial values.
  model::Instance& ready() const;
  void Close() { instance_ = nullptr; }

  void Initialize(double time);
  void Restore(const State& state);
  void SetPoint(double t, const Numbers& states);
  // Parameters by their numbers (model::Instance::SetParameters). They take effect at the present point.
  std::uint32_t NumberOf(const std::string& parameter) const;
  void SetParameters(const std::vector<std::uint32_t>& numbers, const Numbers& values);

 private:
  std::shared_ptr<const LoadedModel> model_;
  std::unique_ptr<model::Instance> instance_;
  bool is_ready_ = false;
};

// A matrix of Python that owns the values.
Matrix OwnMatrix(linear::DenseMatrix matrix);
void BindEvaluator(nanobind::module_& m);

}  // namespace daedalus::python
