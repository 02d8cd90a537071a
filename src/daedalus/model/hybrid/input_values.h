// The values of the inputs of the model over time, in a run whose inputs follow courses.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/hybrid/input_course.h"
#include "daedalus/system/hybrid.h"

namespace daedalus::hybrid {

// In the order of Hybrid::inputs. Empty, or without a course: the input begins with its start value, and the
// caller sets it from then on.
using InputCourses = std::vector<std::optional<InputCourse>>;

class InputValues {
 public:
  // Gives a leaf a value.
  using Put = std::function<void(HeldId, double)>;

  void Follow(std::shared_ptr<const InputCourses> courses) { courses_ = std::move(courses); }
  // Whether some input changes by itself.
  bool vary() const;

  // At the start: those that have a course, constants included.
  void Begin(const Hybrid& hybrid, double t, const Put& put);
  // An event begins at t: what is read there is the value after it.
  void StandAt(double t) { event_time_ = t; }
  // Reads the inputs that change by themselves.
  void Read(const Hybrid& hybrid, double t, const Put& put) const;
  // An input without a course gets this value in the next event. The caller makes that event happen.
  void Give(std::size_t i, double value) { given_.push_back({i, value}); }
  // Call during an event.
  void TakeGiven(const Hybrid& hybrid, const Put& put);
  // For a run that goes on from a point at t with courses of its own: those that begin with another value
  // than the inputs have there. Constants among them are given.
  bool TakeOver(const Hybrid& hybrid, double t, std::span<const double> held);
  // The next instant after t at which one of them has a break; infinite: none.
  double NextBreak(double t) const;
  // An input without a course has this value from now on.
  static void Set(const ModelInput& input, double value, const Put& put);

  // What is remembered (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(event_time_, given_);
  }

 private:
  struct Given {
    std::size_t input = 0;
    double value = 0;

    template <class Archive>
    void Visit(Archive& archive) {
      archive(input, value);
    }
  };
  void ReadOne(const Hybrid& hybrid, std::size_t i, double t, const Put& put) const;

  std::shared_ptr<const InputCourses> courses_;  // null: there are none
  double event_time_ = 0;                        // the last one
  std::vector<Given> given_;
};

}  // namespace daedalus::hybrid
