// The past of some values, for delay(e, T): what e was T ago; before the start, what it was at the start.
//
// A step of the integrator is kept as a cubic through four points of its dense output. If a value jumps at an
// event, the jump returns after the delay T as a separate event. Steps end there. At that instant, the value
// read is the left limit before the event and the right limit after it.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <vector>

namespace daedalus::hybrid {

class DelayHistory {
 public:
  static constexpr std::size_t kNodes = 4;

  // At the start: the values, and by how much each is delayed (not negative).
  void Begin(double t, std::span<const double> values, std::span<const double> delays);
  // The kNodes points of a step from t0 to t1, equally spaced, all values of a point together.
  void Append(double t0, double t1, std::span<const double> values);
  // An event at t: the values just before and just after it.
  void Jump(double t, std::span<const double> before, std::span<const double> after);

  // An event begins at t: what is read there is the value after it.
  void StandAt(double t) { event_time_ = t; }
  void Read(double t, std::span<double> out) const;
  // The next instant after t at which a jump comes back; infinite: none.
  double NextBreakpoint(double t) const;
  // No step may be longer: it would need what is not known yet. Infinite: nothing is delayed.
  double shortest() const { return shortest_; }
  std::size_t size() const { return delays_.size(); }

  // What is remembered (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(delays_, start_, start_time_, shortest_, longest_, event_time_, pieces_, breakpoints_);
  }

 private:
  struct Piece {
    double t0 = 0, t1 = 0;
    std::vector<double> values;  // node by node

    template <class Archive>
    void Visit(Archive& archive) {
      archive(t0, t1, values);
    }
  };
  double Value(std::size_t k, double t, bool from_right) const;

  std::vector<double> delays_, start_;
  double start_time_ = 0, shortest_ = 0, longest_ = 0;
  double event_time_ = 0;  // the last one
  std::deque<Piece> pieces_;
  std::vector<double> breakpoints_;  // sorted
};

}  // namespace daedalus::hybrid
