// The course of an input over time, through given points: held, in straight lines, or smooth.
//
// Two points at the same time are a jump. Before the first point and after the last one the input keeps that
// value. Instants at which the value or, in straight lines, the slope jumps are *breaks*: integrators end a
// step there.
//
// Smooth is the cubic spline with two continuous derivatives whose third derivative does not jump at the
// first and the last inner point (de Boor, A Practical Guide to Splines, 1978, ch. IV, "not-a-knot"). Jumps
// cut it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::hybrid {

enum class Between : std::uint8_t { kHeld, kLinear, kSmooth };

class InputCourse {
 public:
  // Times that do not descend, at least one, and as many values; all of them finite.
  InputCourse(std::span<const double> times, std::span<const double> values, Between between);
  static InputCourse Constant(double value);

  // Value and derivatives at t follow from c0 + s (c1 + s (c2 + s c3)), s = t - at.
  struct Cubic {
    double at = 0;
    std::array<double, 4> c = {};

    double Value(double t) const {
      const double s = t - at;
      return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    }
  };
  // At a break, `from_right` selects the piece after it, otherwise the one before it.
  Cubic Read(double t, bool from_right) const;
  // The next break after t; infinite: none.
  double NextBreak(double t) const;

  bool is_constant() const { return pieces_.size() == 1; }
  // How often it may be differentiated: the highest derivative may jump at breaks, and only there.
  int num_derivatives() const;

 private:
  void AddSection(std::span<const double> times, std::span<const double> values);
  void AddSmooth(std::span<const double> times, std::span<const double> values);
  void FindBreaks();

  Between between_ = Between::kHeld;
  // pieces_[0] holds before times_[0], pieces_[i + 1] from times_[i] on.
  std::vector<double> times_;
  std::vector<Cubic> pieces_;
  std::vector<double> breaks_;
};

}  // namespace daedalus::hybrid
