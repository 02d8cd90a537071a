// A function of one abscissa that a run records and reads elsewhere. Two examples: e over time, for delay(e,
// d, dmax) with a varying d; and what has entered a pipe, over the distance that its contents have moved, for
// spatialDistribution.
//
// It is a row of cubics, one for each step of the integrator. It grows at its upper or at its lower end. If
// two cubics do not meet, there is a *cut* between them. A *section* lies between two cuts. A reader keeps to
// a section, and extrapolates its polynomials beyond its end until an event leads into the next section. So
// equations see smooth functions between events.
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

  // Constant below `place`, with a cut there: the next values may have a kink at `place`.
  void BeginConstant(double place, double value, double extent);
  // Straight lines between points in ascending order of their places. Two equal places are a jump.
  void BeginLines(std::span<const double> places, std::span<const double> values, double extent);

  // Records a step: the points in order of time, moving away from the upper (or lower) end. Records nothing
  // if the end does not move.
  void AppendTop(std::span<const double, kNodes> places, std::span<const double, kNodes> values);
  void AppendBottom(std::span<const double, kNodes> places, std::span<const double, kNodes> values);

  double top() const { return pieces_.back().end; }
  double bottom() const { return pieces_.front().begin; }

  // The section of a place; at a cut, the upper one.
  Section At(double place) const;
  // The same section after the record has grown or was shortened.
  Section Renewed(const Section& section) const;
  Section Above(const Section& section) const;
  Section Below(const Section& section) const;
  // The cubic of the section that is nearest to the place.
  Cubic Read(double place, const Section& section) const;

  // Everything that is remembered (base/byte_archive.h).
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
  double Reach() const;  // from the growing end: nothing further away is read
  void ForgetBelow(double place);
  void ForgetAbove(double place);

  double extent_ = 0;
  std::deque<Piece> pieces_;  // in rising order, one after the other
  std::deque<double> cuts_;   // in rising order
};

}  // namespace daedalus::hybrid
