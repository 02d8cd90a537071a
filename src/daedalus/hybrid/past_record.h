// A function of one abscissa that is written down while a run goes on and read elsewhere: e over time for
// delay(e, d, dmax) with a d that varies; what has entered a pipe over the way that its contents have gone,
// for spatialDistribution.
//
// It is a row of cubics, one for each step of the integrator, that grows at its upper or at its lower end.
// Where two of them do not meet it is *cut*; a *section* lies between two cuts. Who reads keeps to a section,
// and goes on with its polynomials beyond its end, until an event leads into the next one: so equations see
// smooth functions between events.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <limits>
#include <span>
#include <vector>

namespace daedalus::hybrid {

class PastRecord {
 public:
  static constexpr std::size_t kNodes = 4;  // points of a step
  struct Cubic {
    double at = 0;
    std::array<double, kNodes> c = {};  // c0 + s (c1 + s (c2 + s c3)), s = place - at

    double operator()(double place) const;
    template <class Archive>
    void Visit(Archive& archive) {
      archive(at, c);
    }
  };
  struct Section {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
  };

  // Constant below `place`, where it is cut: what comes may have a kink there.
  void BeginConstant(double place, double value, double extent);
  // Straight lines between points in rising order of their places; equal places are a jump.
  void BeginLines(std::span<const double> places, std::span<const double> values, double extent);

  // A step: the points in order of time, moving away from the upper (lower) end. Where the end does not move
  // nothing is written.
  void AppendTop(std::span<const double, kNodes> places, std::span<const double, kNodes> values);
  void AppendBottom(std::span<const double, kNodes> places, std::span<const double, kNodes> values);

  double top() const { return pieces_.back().end; }
  double bottom() const { return pieces_.front().begin; }

  // The section of a place; at a cut, the one above.
  Section At(double place) const;
  // The same section, after more has been written or forgotten.
  Section Renewed(const Section& section) const;
  Section Above(const Section& section) const;
  Section Below(const Section& section) const;
  // The cubic of the section that is nearest to the place.
  Cubic Read(double place, const Section& section) const;

  // What is remembered (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(extent_, pieces_, cuts_);
  }

 private:
  struct Piece {
    double begin = 0, end = 0;
    Cubic cubic;

    template <class Archive>
    void Visit(Archive& archive) {
      archive(begin, end, cubic);
    }
  };
  double NextCut(double place) const;      // above it
  double PreviousCut(double place) const;  // below it
  void EndAt(double place);
  void BeginAt(double place);
  void ForgetFarBelow();
  void ForgetFarAbove();

  double extent_ = 0;
  std::deque<Piece> pieces_;  // in rising order, one after the other
  std::deque<double> cuts_;   // in rising order
};

}  // namespace daedalus::hybrid
