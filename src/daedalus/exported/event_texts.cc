#include "daedalus/exported/event_texts.h"

#include <algorithm>

#include "daedalus/base/check.h"

namespace daedalus::exported {

const char* const kSetText = R"(static int set($MODEL$ *m, int leaf, double value) {
  if (m->held[leaf] == value || (value != value && m->held[leaf] != m->held[leaf])) return 0;
  m->held[leaf] = value;
  if (is_continuous[leaf]) m->is_stale = 1;
  return 1;
}
static int has_come(double instant, double time) {
  const double size = fabs(instant) > fabs(time) ? fabs(instant) : fabs(time);
  return instant <= time + 8.9e-16 * size;
}

)";

const char* const kSetAgainText =
    R"(/* A Real that comes from an iteration is never twice the same to the last bit. */
static int set_again($MODEL$ *m, int leaf, double value, int again) {
  if (is_real[leaf]) {
    if (fabs(value) > m->held_sizes[leaf] && fabs(value) <= 1e300) m->held_sizes[leaf] = fabs(value);
    if (again > 3 && fabs(value - m->held[leaf]) <= 1e-3 * $TOLERANCE$ * m->held_sizes[leaf]) return 0;
  }
  return set(m, leaf, value);
}
)";

// As hybrid/event_iteration.cc has it; numbers and rules of bands are those there.
const char* const kEventText = R"(
static double band(const $MODEL$ *m, int k) {
  const double noise = 1e-3 * $TOLERANCE$ * m->scale[k];
  const double wide = noise > m->slack[k] ? noise : m->slack[k];
  return wide > 1e-20 ? wide : 1e-20;
}
static int is_held(const $MODEL$ *m, int k) { return m->held[relation_leaves[k]] != 0.0; }
/* Equations may make sides equal for a while; what leaves that rest begins within its errors. */
static void look_at_rests($MODEL$ *m) {
  double found[$ROOM_RESTS$];
  int i;
  read_rests(m, found);
  for (i = 0; i < $NUM_RESTS$; ++i) {
    const int k = rest_relations[i];
    const int rested = m->rests[k];
    m->rests[k] = found[i] != 0.0;
    if (rested && !m->rests[k] && 10.0 * $TOLERANCE$ * m->scale[k] > m->slack[k]) m->slack[k] = 10.0 * $TOLERANCE$ * m->scale[k];
  }
  (void)found;
}
static int should_be(const $MODEL$ *m, int k, double d, int is_lenient) {
  if (d != d) return is_held(m, k);
  if (is_lenient && fabs(d) <= 1e-9 * m->scale[k]) return is_held(m, k);
  if (m->crossed[k] && fabs(d) <= 10.0 * $TOLERANCE$ * m->scale[k]) return is_held(m, k);
  if (d == 0.0 && !m->is_crossing) return relation_or_equal[k];
  if (!(fabs(d - m->before[k]) <= band(m, k))) return relation_or_equal[k] ? d >= 0.0 : d > 0.0;
  return is_held(m, k) ? d >= -band(m, k) : d > band(m, k);
}
/* How many relations do not have the value that they should have; which they are is in m->wrong. */
static int look($MODEL$ *m, int is_lenient) {
  double sides[$ROOM_SIDES$];
  int k, count = 0;
  look_at_rests(m);
  read_sides(m, sides);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    const double size = fabs(sides[2 * k]) + fabs(sides[2 * k + 1]);
    const double d = m->rests[k] ? 0.0 : sides[2 * k + 1] - sides[2 * k];
    if (size <= 1e15 && size > m->recent[k]) m->recent[k] = size;
    if (!(fabs(d - m->before[k]) <= band(m, k)) && size <= 1e300) m->scale[k] = m->recent[k];
    if (size <= 1e300 && size > m->scale[k]) m->scale[k] = size;
    m->wrong[k] = (char)(should_be(m, k, d, is_lenient) != is_held(m, k));
    count += m->wrong[k];
    if (d == d) m->before[k] = d;
  }
  (void)sides;
  return count;
}
static void flip($MODEL$ *m, int k) { set(m, relation_leaves[k], is_held(m, k) ? 0.0 : 1.0); }
static void set_instants($MODEL$ *m) {
  double found[$ROOM_INSTANTS$];
  int k;
  read_instants(m, found);
  for (k = 0; k < $NUM_INSTANTS$; ++k)
    set(m, instant_leaves[k], has_come(found[k], m->time) == instant_becomes[k] ? 1.0 : 0.0);
  (void)found;
}
/* Until discrete equations, continuous ones and relations agree. */
static int settle($MODEL$ *m) {
  int i, k;
  for (i = 0; i < $SWEEPS$; ++i) {
    const int one_at_a_time = i > $SWEEPS$ / 2;
    int swept, solved;
    set_instants(m);
    swept = sweep(m, i);
    solved = m->is_stale;
    m->is_stale = 0;
    if (solved && !solve_rest(m)) return 0;
    if (look(m, one_at_a_time) == 0) {
      if (!swept && !solved) return 1;
      continue;
    }
    for (k = 0; k < $NUM_RELATIONS$; ++k) {
      if (!m->wrong[k]) continue;
      flip(m, k);
      if (one_at_a_time) break;
    }
  }
  return fail(m, $MODEL$_NO_REST);
}
static int update_pre($MODEL$ *m) {
  double found[$ROOM_PAST$];
  int i, changed = 0;
  for (i = 0; i < $NUM_DISCRETES$; ++i) {
    if (set(m, pre_leaves[i], m->held[discrete_leaves[i]])) changed = 1;
  }
  read_past_values(m, found);
  for (i = 0; i < $NUM_PAST$; ++i) set(m, past_leaves[i], found[i]);
  (void)found;
  return changed;
}
static int rounds($MODEL$ *m) {
  double ends[$ROOM_ENDS$];
  int i, k;
  for (i = 0; i < 100; ++i) {
    int moved, changed;
    if (!settle(m) || !check(m)) return 0;
    read_terminations(m, ends);
    for (k = 0; k < $NUM_ENDS$; ++k) {
      if (ends[k] != 0.0) m->status = $MODEL$_ENDED;
    }
    moved = reinit(m);
    if (moved) m->is_stale = m->restarts = 1;
    changed = update_pre(m);
    if (!changed && !moved) return 1;
  }
  (void)ends;
  return fail(m, $MODEL$_NO_REST);
}
/* Positive as long as a relation has the value that is held. */
static void read_roots($MODEL$ *m, double *roots) {
  double sides[$ROOM_SIDES$];
  int k;
  read_sides(m, sides);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    const double size = fabs(sides[2 * k]) + fabs(sides[2 * k + 1]);
    const double d = is_held(m, k) ? sides[2 * k + 1] - sides[2 * k] : sides[2 * k] - sides[2 * k + 1];
    if (size <= 1e15 && size > m->scale[k]) m->scale[k] = size;
    if (m->slack[k] > 0.0 && d > m->slack[k]) m->slack[k] = 0.0;
    roots[k] = d != d || m->rests[k] ? 1.0 : band(m, k) + d;
  }
  (void)sides;
  (void)roots;
}
/* An event at m->time: of samples and instants that have come, of relations that have crossed, of inputs that have changed. */
static int happen($MODEL$ *m) {
  double sides[$ROOM_SIDES$], first[$NUM_HELD$], instants[$ROOM_INSTANTS$], later[$ROOM_INSTANTS$];
  double now = m->time;
  int i, k, due = 0, done;
  read_instants(m, instants);
  update_pre(m);
  for (i = 0; i < $NUM_HELD$; ++i) first[i] = m->held[i];
  read_sides(m, sides);
  m->is_crossing = 0;
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    m->recent[k] = fabs(sides[2 * k]) + fabs(sides[2 * k + 1]);
    m->before[k] = m->rests[k] ? 0.0 : sides[2 * k + 1] - sides[2 * k];
    if (!(m->recent[k] <= 1e15)) m->recent[k] = 0.0;
    if (m->crossed[k]) m->is_crossing = 1;
  }
  m->is_stale = 0;
  take_inputs(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    if (!m->crossed[k]) continue;
    m->slack[k] = 0.0;
    flip(m, k);
  }
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    const double instant = m->samples[2 * i] + m->sample_counts[i] * m->samples[2 * i + 1];
    if (instant < now) now = instant;
  }
  /* Those of one instant together, and the others in their order. */
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    if (!has_come(m->samples[2 * i] + m->sample_counts[i] * m->samples[2 * i + 1], now)) continue;
    set(m, sample_leaves[i], 1.0);
    due = 1;
    m->sample_counts[i] += 1.0;
  }
  done = rounds(m);
  if (done && due) {
    for (i = 0; i < $NUM_SAMPLES$; ++i) set(m, sample_leaves[i], 0.0);
    done = rounds(m);
  }
  for (k = 0; k < $NUM_RELATIONS$; ++k) m->crossed[k] = 0;
  m->is_crossing = 0;
  for (i = 0; i < $NUM_HELD$; ++i) {
    if (is_continuous[i] && m->held[i] != first[i]) m->restarts = 1;
  }
  read_roots(m, m->root);
  read_instants(m, later);
  for (k = 0; k < $NUM_INSTANTS$ && done; ++k) {
    /* It would have been false in between, and nobody has seen it. */
    if (instant_becomes[k] && has_come(instants[k], m->time) && later[k] > instants[k] && has_come(later[k], m->time))
      done = fail(m, $MODEL$_TOO_FAST);
  }
  (void)sides;
  (void)instants;
  (void)later;
  return done;
}
/* Whether a time event has come. */
static int due($MODEL$ *m) {
  double found[$ROOM_INSTANTS$];
  int k;
  for (k = 0; k < $NUM_SAMPLES$; ++k) {
    if (has_come(m->samples[2 * k] + m->sample_counts[k] * m->samples[2 * k + 1], m->time)) return 1;
  }
  read_instants(m, found);
  for (k = 0; k < $NUM_INSTANTS$; ++k) {
    if (has_come(found[k], m->time) && (m->held[instant_leaves[k]] != 0.0) != instant_becomes[k]) return 1;
  }
  (void)found;
  return 0;
}
/* Events until no time event is left that has come: where samples follow each other faster than steps there are several. */
static int happen_all($MODEL$ *m) {
  int i;
  for (i = 0; i < 100; ++i) {
    if (!happen(m)) return 0;
    if (!due(m)) return 1;
  }
  return fail(m, $MODEL$_NO_REST);
}
/* At the end of a step: how many relations have changed in it. */
static int cross($MODEL$ *m) {
  double roots[$ROOM_SIDES$];
  int k, count = 0;
  read_roots(m, roots);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    m->crossed[k] = (char)(roots[k] <= 0.0 && (m->root[k] > 0.0 || roots[k] < -10.0 * $TOLERANCE$ * m->scale[k]));
    count += m->crossed[k];
    m->root[k] = roots[k];
  }
  (void)roots;
  return count;
}
/* What begins with the values of the start. */
static void begin_events($MODEL$ *m) {
  double sides[$ROOM_SIDES$];
  int i, k;
  for (i = 0; i < $NUM_HELD$; ++i) m->held_sizes[i] = fabs(m->held[i]);
  read_samples(m, m->samples);
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    const double passed = (m->time - m->samples[2 * i]) / m->samples[2 * i + 1];
    m->sample_counts[i] = passed > 0.0 ? ceil(passed) : 0.0;
  }
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    m->slack[k] = 0.0;
    m->crossed[k] = m->wrong[k] = m->rests[k] = 0;
  }
  m->is_stale = m->is_crossing = m->restarts = 0;
  read_sides(m, sides);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    m->scale[k] = m->recent[k] = fabs(sides[2 * k]) + fabs(sides[2 * k + 1]);
    m->before[k] = sides[2 * k + 1] - sides[2 * k];
    if (!(m->scale[k] <= 1e300)) m->scale[k] = m->recent[k] = 0.0;
  }
  look_at_rests(m);
  read_roots(m, m->root);
  (void)sides;
}

)";

std::string Fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& words) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find('$', at);
    out += text.substr(at, begin - at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = text.find('$', begin + 1);
    const std::string_view word = text.substr(begin + 1, end - begin - 1);
    const auto found = std::ranges::find_if(words, [&](const auto& pair) { return pair.first == word; });
    DAEDALUS_CHECK(found != words.end(), "every word between dollars has a text");
    out += found->second;
    at = end + 1;
  }
  return out;
}

}  // namespace daedalus::exported
