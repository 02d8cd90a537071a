#include "daedalus/products/exported/event_texts.h"

#include <algorithm>

#include "daedalus/base/check.h"

namespace daedalus::exported {

const char* const kSetText = R"(static int set($MODEL$ *m, int leaf, double value) {
  if (m->held[leaf] == value || (value != value && m->held[leaf] != m->held[leaf])) return 0;
  m->held[leaf] = value;
  if (is_continuous[leaf]) m->is_stale = 1;
  return 1;
}

)";

const char* const kSetAgainText =
    R"(static int set_again($MODEL$ *m, int leaf, double value, int again) {
  if (is_real[leaf] && real_is_the_same(value, m->held[leaf], &m->held_sizes[leaf], again, $TOLERANCE$)) return 0;
  return set(m, leaf, value);
}
)";

const char* const kEventText = R"(
static int is_held(const $MODEL$ *m, int k) { return m->held[relation_leaves[k]] != 0.0; }
static void look_at_sides($MODEL$ *m) {
  double sides[$ROOM_SIDES$];
  int k;
  read_sides(m, sides);
  for (k = 0; k < $NUM_RELATIONS$; ++k) relation_set_sides(&m->relations[k], sides[2 * k], sides[2 * k + 1]);
  (void)sides;
}
static void look_at_rests($MODEL$ *m) {
  double found[$ROOM_RESTS$];
  int i;
  read_rests(m, found);
  for (i = 0; i < $NUM_RESTS$; ++i) relation_set_rest(&m->relations[rest_relations[i]], found[i] != 0.0, $TOLERANCE$);
  (void)found;
}
/* How many relations do not have the value that they should have; which they are is in m->wrong. */
static int look($MODEL$ *m) {
  int k, count = 0;
  look_at_rests(m);
  look_at_sides(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    relation_note_sizes(&m->relations[k], $TOLERANCE$);
    m->wrong[k] = (char)(relation_should_be_true(&m->relations[k], &m->judgement, is_held(m, k)) != is_held(m, k));
    count += m->wrong[k];
    relation_keep_difference(&m->relations[k]);
  }
  return count;
}
static void flip($MODEL$ *m, int k) { set(m, relation_leaves[k], is_held(m, k) ? 0.0 : 1.0); }
static void set_instants($MODEL$ *m) {
  double found[$ROOM_INSTANTS$];
  int k;
  read_instants(m, found);
  for (k = 0; k < $NUM_INSTANTS$; ++k)
    set(m, instant_leaves[k], instant_has_come(found[k], m->time) == instant_becomes[k] ? 1.0 : 0.0);
  (void)found;
}
/* Whether what follows from a crossing takes it back, while the condition of a when-clause has become true. */
static int is_taken_back_by_when(const $MODEL$ *m) {
  int i, k, crossed = 0;
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    if (m->wrong[k] && m->relations[k].has_crossed) crossed = 1;
  }
  for (i = 0; i < $NUM_CONDITIONS$ && m->is_first_round && crossed; ++i) {
    if (condition_becomes_true(m->held[condition_leaves[i]], m->held[condition_pres[i]])) return 1;
  }
  return 0;
}
/* Then everything follows from the relations as they are, if some discrete variable changes: the next round looks at them again. */
static int settle_with_relations_held($MODEL$ *m) {
  int i, k;
  m->is_stale = 1;
  for (i = 0; i < $SWEEPS$; ++i) {
    int swept, solved;
    set_instants(m);
    swept = sweep(m, i);
    solved = m->is_stale;
    m->is_stale = 0;
    if (solved && !solve_rest(m)) return 0;
    if (swept || solved) continue;
    for (k = 0; k < $NUM_DISCRETES$; ++k) {
      if (m->held[discrete_leaves[k]] != m->held[pre_leaves[k]]) return 1;
    }
    return 0;
  }
  return 0;
}
static int follow_with_relations_held($MODEL$ *m, const double *first) {
  double present[$NUM_HELD$];
  const int status = m->status;
  int i;
  m->is_first_round = 0;
  for (i = 0; i < $NUM_HELD$; ++i) {
    present[i] = m->held[i];
    m->held[i] = first[i];
  }
  if (settle_with_relations_held(m)) return 1;
  for (i = 0; i < $NUM_HELD$; ++i) m->held[i] = present[i];
  m->status = status;
  m->is_stale = 1;
  return 0;
}
/* Until discrete equations, continuous ones and relations agree. */
static int settle($MODEL$ *m) {
  double first[$NUM_HELD$];
  int i, k;
  for (i = 0; i < $NUM_HELD$; ++i) first[i] = m->held[i];
  for (i = 0; i < $SWEEPS$; ++i) {
    int swept, solved;
    m->judgement.is_lenient = i > $SWEEPS$ / 2; /* from here on one at a time */
    set_instants(m);
    swept = sweep(m, i);
    solved = m->is_stale;
    m->is_stale = 0;
    if (solved && !solve_rest(m)) return 0;
    if (look(m) == 0) {
      if (!swept && !solved) return 1;
      continue;
    }
    if (is_taken_back_by_when(m) && follow_with_relations_held(m, first)) return 1;
    for (k = 0; k < $NUM_RELATIONS$; ++k) {
      if (!m->wrong[k]) continue;
      flip(m, k);
      if (m->judgement.is_lenient) break;
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
    m->is_first_round = m->judgement.is_crossing && i == 0;
    if (!settle(m) || !check(m)) return 0;
    read_terminations(m, ends);
    for (k = 0; k < $NUM_ENDS$; ++k) {
      if (ends[k] != 0.0) m->status = $MODEL$_ENDED;
    }
    moved = reinit(m);
    if (moved) m->is_stale = m->restarts = m->has_moved = 1;
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
  for (k = 0; k < $NUM_RELATIONS$; ++k)
    roots[k] = relation_root(&m->relations[k], $TOLERANCE$, sides[2 * k], sides[2 * k + 1], is_held(m, k));
  (void)sides;
  (void)roots;
}
/* Whether relations and discrete variables have the values that they had. */
static int is_the_same(const $MODEL$ *m, const double *first) {
  int k;
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    if (m->held[relation_leaves[k]] != first[relation_leaves[k]]) return 0;
  }
  for (k = 0; k < $NUM_DISCRETES$; ++k) {
    if (m->held[discrete_leaves[k]] != first[discrete_leaves[k]]) return 0;
  }
  return 1;
}
/* What relations are from here on, and what the event has shown of them. */
static void watch_relations($MODEL$ *m, const double *first, int done) {
  int k;
  m->judgement.is_crossing = 0;
  look_at_sides(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    event_relation *const r = &m->relations[k];
    r->has_crossed = 0;
    if (done) relation_widen_band(r, $TOLERANCE$, is_held(m, k));
    if (m->crossed[k] && relation_count_undone(r, m->held[relation_leaves[k]] == first[relation_leaves[k]]) && done &&
        !m->has_moved && is_the_same(m, first))
      relation_take_for_noise(r);
    m->crossed[k] = 0;
  }
  read_roots(m, m->root);
}
/* What has crossed gets its new value from the crossing. */
static void begin_event($MODEL$ *m) {
  int k;
  look_at_sides(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) relation_note_equality(&m->relations[k]);
  update_pre(m);
  look_at_sides(m);
  m->judgement.is_crossing = 0;
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    relation_begin_event(&m->relations[k]);
    if (m->crossed[k]) m->judgement.is_crossing = 1;
  }
  m->is_stale = m->has_moved = m->steps_since_event = 0;
  take_inputs(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    if (!m->judgement.is_crossing) m->relations[k].excursion = HUGE_VAL;
    if (!m->crossed[k]) continue;
    relation_cross(&m->relations[k], $TOLERANCE$, m->time);
    flip(m, k);
  }
}
/* An event at m->time: of samples and instants that have come, of relations that have crossed, of inputs that have changed. */
static int happen($MODEL$ *m) {
  double first[$NUM_HELD$], instants[$ROOM_INSTANTS$], later[$ROOM_INSTANTS$];
  double now = m->time;
  int i, k, due = 0, done;
  read_instants(m, instants);
  for (i = 0; i < $NUM_HELD$; ++i) first[i] = m->held[i];
  begin_event(m);
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    const double instant = m->samples[2 * i] + m->sample_counts[i] * m->samples[2 * i + 1];
    if (instant < now) now = instant;
  }
  /* Those of one instant together, and the others in their order. */
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    if (!instant_has_come(m->samples[2 * i] + m->sample_counts[i] * m->samples[2 * i + 1], now)) continue;
    set(m, sample_leaves[i], 1.0);
    due = 1;
    m->sample_counts[i] += 1.0;
  }
  done = rounds(m);
  if (done && due) {
    for (i = 0; i < $NUM_SAMPLES$; ++i) set(m, sample_leaves[i], 0.0);
    done = rounds(m);
  }
  watch_relations(m, first, done);
  for (i = 0; i < $NUM_HELD$; ++i) {
    if (is_continuous[i] && m->held[i] != first[i]) m->restarts = 1;
  }
  read_instants(m, later);
  for (k = 0; k < $NUM_INSTANTS$ && done; ++k) {
    /* It would have been false in between, and nobody has seen it. */
    if (instant_becomes[k] && instant_has_come(instants[k], m->time) && later[k] > instants[k] &&
        instant_has_come(later[k], m->time))
      done = fail(m, $MODEL$_TOO_FAST);
  }
  (void)instants;
  (void)later;
  return done;
}
/* Whether a time event has come. */
static int due($MODEL$ *m) {
  double found[$ROOM_INSTANTS$];
  int k;
  for (k = 0; k < $NUM_SAMPLES$; ++k) {
    if (instant_has_come(m->samples[2 * k] + m->sample_counts[k] * m->samples[2 * k + 1], m->time)) return 1;
  }
  read_instants(m, found);
  for (k = 0; k < $NUM_INSTANTS$; ++k) {
    if (instant_has_come(found[k], m->time) && (m->held[instant_leaves[k]] != 0.0) != instant_becomes[k]) return 1;
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
/* At the end of a step: how many relations have changed in it. Excursions are measured in the middle of it, between the values at its ends. */
static int cross($MODEL$ *m) {
  double roots[$ROOM_SIDES$], middle[$ROOM_SIDES$];
  int k, count = 0;
  for (k = 0; k < $NUM_RELATIONS$; ++k) middle[k] = 0.5 * m->relations[k].difference;
  look_at_sides(m);
  read_roots(m, roots);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    middle[k] += 0.5 * m->relations[k].difference;
    m->crossed[k] = (char)(roots[k] <= 0.0 &&
                           (m->root[k] > 0.0 || roots[k] < -kNearCrossing * $TOLERANCE$ * m->relations[k].scale));
    count += m->crossed[k];
    m->root[k] = roots[k];
  }
  ++m->steps_since_event;
  for (k = 0; k < $NUM_RELATIONS$ && count > 0; ++k)
    m->relations[k].excursion = m->steps_since_event <= 5 ? larger_of(m->relations[k].excursion, fabs(middle[k])) : HUGE_VAL;
  (void)roots;
  (void)middle;
  return count;
}
/* What begins with the values of the start. */
static void begin_events($MODEL$ *m) {
  int i, k;
  for (i = 0; i < $NUM_HELD$; ++i) m->held_sizes[i] = fabs(m->held[i]);
  read_samples(m, m->samples);
  for (i = 0; i < $NUM_SAMPLES$; ++i) {
    const double passed = (m->time - m->samples[2 * i]) / m->samples[2 * i + 1];
    m->sample_counts[i] = passed > 0.0 ? ceil(passed) : 0.0;
  }
  m->judgement.tolerance = $TOLERANCE$;
  m->judgement.is_exact = m->judgement.is_lenient = m->judgement.is_crossing = 0;
  m->is_stale = m->is_first_round = m->has_moved = m->restarts = m->steps_since_event = 0;
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    relation_begin(&m->relations[k], relation_or_equal[k]);
    m->crossed[k] = m->wrong[k] = 0;
  }
  look_at_rests(m);
  look_at_sides(m);
  for (k = 0; k < $NUM_RELATIONS$; ++k) {
    relation_note_sizes(&m->relations[k], $TOLERANCE$);
    relation_keep_difference(&m->relations[k]);
  }
  read_roots(m, m->root);
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
