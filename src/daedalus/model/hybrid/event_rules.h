// The rules by which events change relations, instants and iterated values. Each rule is written once, for
// the simulator and for exported programs.
//
// The simulator includes this file (event_iteration.cc, event_times.cc). The build copies the part between
// the two marks into the exporter (exported/event_texts.h). So an exported program decides like `simulate`.
// Therefore that part is both C99 and C++: it uses no library except libm, no allocation, and no
// preprocessor. Empty lines separate its declarations: the exporter leaves out those that a program does not
// use (exported/used_rules.h).
//
// A state relation is `left < right` or `left <= right` between varying numbers. Its value is held between
// events. Around equality lies a *band*. Within the band a relation keeps its value unless its sides have
// jumped, so that rounding does not undo what the event has just done.
//
//   difference          right - left                                                                    (1)
//   band                max(width * tolerance * scale, slack)                                            (2)
//   root function       band + difference while true, band - difference while false                     (3)
//
// The scale is the size of the sides. The slack is the amount by which the relation may contradict its value
// until it has agreed with it once.
#pragma once

#include <math.h>

namespace daedalus::hybrid {

// The functions of libm: the rules call them by their plain names, and the builder of models has a `pow` too.
using ::fabs, ::pow;

// ---- begin of the rules ----
/* ---- Rules of events, as the simulator of Daedalus has them. ---- */

/* What is larger stands for an instant or a limit that is not known yet, and has no size. */
static const double kNever = 1e15;

/* Of the tolerance: the width of a band at first. */
static const double kFirstWidth = 1e-3;

/* The same at most. Where a relation changes to and fro within its band, it sees noise of the solvers, and
   the band is widened. */
static const double kWidestBand = 1.0;

static const double kLeastBand = 1e-20;

/* In bands: an excursion that could be noise. */
static const double kSmallExcursion = 5.0;

/* How many of them in a row widen the band. */
static const int kManySmall = 4;

/* Of its scale: in a loop that comes to no agreement, a relation this near to equality may have either value.
   Where one diode takes over from another, both are at zero, and rounding decides. */
static const double kLenient = 1e-9;

/* In tolerances: what has just crossed stays so, although solving the equations moves its sides a little.
   Where the equations take a crossing back again and again, time does not go on. So each time a tenfold
   distance counts as noise, up to a part of what the sides have been. */
static const double kNearCrossing = 10.0;

/* That part. */
static const double kMostNearCrossing = 1e-3;

/* Some sides know less than their values show: a current that is a difference of voltages over a small
   resistance. If the values contradict each other, what has crossed is doubted: it may contradict its value
   by 10 tolerances of the largest size that its sides ever had, in a second attempt by 100. */
static const int kMostDoubt = 2;

/* Where that does not help either, the interpolated values and the equations disagree: their difference is
   noise until the relation has left it behind. */
static const int kManyUndone = 8;

/* In tolerances: what leaves a rest begins within the errors of the equation that kept it there. */
static const double kErrorsOfARest = 10.0;

/* An iteration in which values of Reals still change: later ones change by rounding only. */
static const int kFewSweeps = 3;

typedef struct {
  double difference; /* (1); 0 while an equation makes the sides equal */
  double before;     /* the difference when it was looked at last */
  double size;       /* |left| + |right| */
  double scale;      /* the size that the sides have */
  double recent;     /* the largest size in the event at hand */
  double width;      /* of the band, in units of the tolerance and the scale */
  double slack;      /* by how much it may contradict its value, until it has agreed with it once */
  double excursion;  /* the largest distance from equality since it crossed; infinite: that was long ago */
  double landed;     /* the difference where it crossed last */
  double seen;       /* the largest size since it last changed */
  double largest;    /* the largest size ever */
  double since;      /* the time of the first of its small excursions */
  int num_small;     /* crossings in a row after small excursions */
  int num_undone;    /* crossings in a row that the equations took back in the same event */
  int or_equal;      /* `<=` */
  int has_crossed;   /* in the event at hand */
  int doubt;         /* attempts to settle the event at hand that have failed */
  int stays_equal;   /* it was equal after the last event and is so at this one */
  int rests;         /* an equation makes its sides equal at the moment */
} event_relation;

/* How relations are judged in the event at hand. */
typedef struct {
  double tolerance;
  int is_exact;    /* at the start: what the numbers say, without a band */
  int is_lenient;  /* in a loop that comes to no agreement */
  int is_crossing; /* some relations have crossed */
} event_judgement;

static inline double larger_of(double a, double b) {
  return a < b ? b : a;
}

static inline void relation_begin(event_relation* r, int or_equal) {
  r->difference = r->before = r->size = r->scale = r->recent = 0.0;
  r->width = kFirstWidth;
  r->slack = r->landed = r->seen = r->largest = r->since = 0.0;
  r->excursion = HUGE_VAL;
  r->num_small = r->num_undone = 0;
  r->or_equal = or_equal;
  r->has_crossed = r->doubt = r->stays_equal = r->rests = 0;
}

/* (2) */
static inline double relation_band(const event_relation* r, double tolerance) {
  return larger_of(larger_of(r->width * tolerance * r->scale, r->slack), kLeastBand);
}

/* What has just crossed keeps its value up to this distance from equality. */
static inline double relation_near_crossing(const event_relation* r, double tolerance) {
  double noise = kNearCrossing * tolerance * r->scale, grown;
  if (r->doubt > 0) {
    grown = kNearCrossing * tolerance * pow(10.0, r->doubt - 1);
    noise = larger_of(noise, (kMostNearCrossing < grown ? kMostNearCrossing : grown) * r->largest);
  }
  if (r->num_undone == 0) return noise;
  grown = kNearCrossing * tolerance * pow(10.0, r->num_undone - 1);
  return larger_of(noise, (kMostNearCrossing < grown ? kMostNearCrossing : grown) * r->seen);
}

static inline void relation_set_sides(event_relation* r, double left, double right) {
  r->difference = r->rests ? 0.0 : right - left;
  r->size = fabs(left) + fabs(right);
}

/* Equations may make sides equal for a while. */
static inline void relation_set_rest(event_relation* r, int rests, double tolerance) {
  if (r->rests && !rests) r->slack = larger_of(r->slack, kErrorsOfARest * tolerance * r->scale);
  r->rests = rests;
}

/* Sides that are equal now and were so after the last event stay equal: a ramp that ends at a limit. A diode
   that turns off has no voltage at that moment only. */
static inline void relation_note_equality(event_relation* r) {
  r->stays_equal = r->difference == 0.0 && r->before == 0.0;
}

/* With the sides at the end of a step, as an event finds them. */
static inline void relation_begin_event(event_relation* r) {
  r->before = r->difference;
  r->recent = r->size <= kNever ? r->size : 0.0;
  r->doubt = 0;
}

/* The event has come to no agreement, and begins again. Zero: doubting it further would not help. */
static inline int relation_doubt(event_relation* r) {
  if (!r->has_crossed || r->doubt >= kMostDoubt) return 0;
  return ++r->doubt;
}

/* The relation crosses at this time; its value is changed by the caller. */
static inline void relation_cross(event_relation* r, double tolerance, double time) {
  int is_small;
  r->landed = r->difference;
  r->slack = 0.0;
  r->has_crossed = 1;
  is_small = r->excursion <= kSmallExcursion * relation_band(r, tolerance);
  r->excursion = 0.0;
  if (!is_small || r->num_small == 0) r->since = time;
  r->num_small = is_small ? r->num_small + 1 : 0;
  if (r->num_small < kManySmall || r->width >= kWidestBand) return;
  r->width *= 10.0;
  r->num_small = 0;
}

/* After a jump the sizes of long ago mean nothing, those of this event do: a diode whose voltage is zero
   between nodes of 100 V knows it as well as the nodes are known. */
static inline void relation_note_sizes(event_relation* r, double tolerance) {
  const int has_jumped = !(fabs(r->difference - r->before) <= relation_band(r, tolerance));
  if (r->size <= kNever) r->recent = larger_of(r->recent, r->size);
  if (r->size <= kNever) r->largest = larger_of(r->largest, r->size);
  if (r->size < HUGE_VAL) r->scale = larger_of(r->size, has_jumped ? r->recent : r->scale);
}

/* The value that a relation should have, if it has the value is_true now. */
static inline int relation_should_be_true(const event_relation* r, const event_judgement* judgement,
                                          int is_true) {
  const double d = r->difference, band = relation_band(r, judgement->tolerance);
  const int says = r->or_equal ? d >= 0.0 : d > 0.0;
  if (d != d) return is_true;
  if (judgement->is_lenient && fabs(d) <= kLenient * r->scale) return is_true;
  if (r->has_crossed && fabs(d) <= relation_near_crossing(r, judgement->tolerance)) return is_true;
  /* Equality is no noise where it lasts. */
  if (d == 0.0 && (!judgement->is_crossing || r->stays_equal)) return r->or_equal;
  if (judgement->is_exact || !(fabs(d - r->before) <= band)) return says;
  return is_true ? d >= -band : d > band;
}

/* After it was judged. */
static inline void relation_keep_difference(event_relation* r) {
  if (r->difference == r->difference) r->before = r->difference;
}

/* What is held after an event is watched from here on: its root function must begin on the right side. */
static inline void relation_widen_band(event_relation* r, double tolerance, int is_true) {
  const double outside = is_true ? -r->difference : r->difference;
  if (!(outside >= relation_band(r, tolerance)) || !(r->scale > 0.0) ||
      outside > relation_near_crossing(r, tolerance))
    return;
  if (outside > kNearCrossing * tolerance * r->scale) {
    r->slack = 2.0 * outside;
  } else {
    r->width = 2.0 * outside / (tolerance * r->scale);
  }
}

/* After the event in which it crossed. Nonzero: the equations have taken its crossings back so often that, if
   the event changed nothing else, what they disagree by is noise (relation_take_for_noise). */
static inline int relation_count_undone(event_relation* r, int is_undone) {
  r->num_undone = is_undone ? r->num_undone + 1 : 0;
  if (!is_undone) r->seen = 0.0;
  return r->num_undone >= kManyUndone;
}
static inline void relation_take_for_noise(event_relation* r) {
  r->slack = larger_of(larger_of(r->slack, 2.0 * fabs(r->landed)), 2.0 * fabs(r->difference));
}

/* (3). A side may be infinite, an instant that has not come yet, and both may be: then nothing is about to
   change. */
static inline double relation_root(event_relation* r, double tolerance, double left, double right,
                                   int is_true) {
  const double largest = 1e300, size = fabs(left) + fabs(right);
  double d = right - left;
  d = d < -largest ? -largest : d > largest ? largest : d;
  if (!is_true) d = -d;
  if (size <= kNever) r->seen = larger_of(r->seen, size);
  r->largest = larger_of(r->largest, r->seen);
  /* It is where it should be: from here on the usual band counts. */
  if (r->slack > 0.0 && d > r->slack) r->slack = 0.0;
  return d != d || r->rests ? 1.0 : relation_band(r, tolerance) + d;
}

/* The condition of a when-clause acts where it becomes true. It stays so within its round, even if what
   follows from it takes its relation back at once. */
static inline int condition_becomes_true(double now, double before) {
  return now != 0.0 && before == 0.0;
}

/* Instants that differ by four roundings are one: 3 * 0.1 and 0.3. */
static inline int instant_has_come(double instant, double time) {
  return instant <= time + 0x1p-50 * larger_of(fabs(instant), fabs(time));
}

/* A Real that comes from an iteration is never twice the same to the last bit. `size`: the largest it was. */
static inline int real_is_the_same(double value, double held, double* size, int num_sweeps,
                                   double tolerance) {
  if (fabs(value) < HUGE_VAL) *size = larger_of(*size, fabs(value));
  return num_sweeps > kFewSweeps && fabs(value - held) <= kFirstWidth * tolerance * *size;
}

// ---- end of the rules ----

}  // namespace daedalus::hybrid
