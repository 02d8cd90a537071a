#include "daedalus/system/connect/connection_sets.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/base/prefetch.h"
#include "daedalus/system/connect/disjoint_sets.h"

namespace daedalus::connect {
namespace {

// How many pairs ahead memory is prefetched.
constexpr std::size_t kAhead = 16;

bool HasEqualities(VariableKind kind) {
  return kind != VariableKind::kFlow && kind != VariableKind::kStream;
}

// Numbers the slots in order of occurrence, and works on these numbers: the numbers of one set are usually
// near each other, even if the slots of a large model are scattered in memory.
class ConnectionSetMaker {
 public:
  ConnectionSetMaker(std::span<const ConnectorVariable> variables, std::span<const SlotPair> pairs)
      : variables_(variables), pairs_(pairs) {
    DAEDALUS_CHECK(variables.size() < kNoSet / 2, "slots have 32 bits");
  }

  ConnectionSets Make(std::size_t num_statements) {
    NumberSlots();
    AddUnconnectedFlows();
    JoinPairs();
    NumberSets();
    FillSets(num_statements);
    return std::move(sets_);
  }

 private:
  struct NumberedPair {
    std::uint32_t a = kNoSet, b = kNoSet;  // positions in occurring_; none: of different kinds
  };

  VariableKind Kind(Slot slot) const { return variables_[slot.variable()].kind; }

  void NumberSlots() {
    number_of_slot_.assign(2 * variables_.size(), kNoSet);
    numbered_.resize(pairs_.size());
    occurring_.reserve(2 * std::min(pairs_.size(), variables_.size()));
    kinds_.reserve(occurring_.capacity());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (i + kAhead < pairs_.size()) {
        for (const Slot slot : {pairs_[i + kAhead].a, pairs_[i + kAhead].b}) {
          Prefetch(&variables_[slot.variable()]);
          Prefetch(&number_of_slot_[slot.index()]);
        }
      }
      if (Kind(pairs_[i].a) == Kind(pairs_[i].b)) {
        numbered_[i].a = Number(pairs_[i].a);
        numbered_[i].b = Number(pairs_[i].b);
      } else {
        sets_.mismatched.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
  std::uint32_t Number(Slot slot) {
    std::uint32_t& number = number_of_slot_[slot.index()];
    if (number == kNoSet) {
      number = static_cast<std::uint32_t>(occurring_.size());
      occurring_.push_back(slot);
      kinds_.push_back(Kind(slot));
    }
    return number;
  }

  void AddUnconnectedFlows() {
    for (VariableIndex v = 0; v < variables_.size(); ++v) {
      if (variables_[v].kind != VariableKind::kFlow) continue;
      if (variables_[v].zero_inside) Number(Slot::Inside(v));
      if (variables_[v].zero_outside) Number(Slot::Outside(v));
    }
  }

  // A pair that joins two sets is an equality of the joined set.
  void JoinPairs() {
    joined_ = DisjointSets(occurring_.size());
    joins_.assign(numbered_.size(), false);
    for (std::size_t i = 0; i < numbered_.size(); ++i) {
      if (numbered_[i].a != kNoSet) joins_[i] = joined_.Unite(numbered_[i].a, numbered_[i].b);
    }
  }

  void NumberSets() {
    set_of_number_.assign(occurring_.size(), kNoSet);
    for (std::uint32_t number = 0; number < occurring_.size(); ++number) {
      // The representative of a set has the number of the set from the beginning.
      std::uint32_t& set = set_of_number_[joined_.Find(number)];
      if (set == kNoSet) {
        set = static_cast<std::uint32_t>(sets_.kinds.size());
        sets_.kinds.push_back(kinds_[number]);
      }
      set_of_number_[number] = set;
    }
  }

  void FillSets(std::size_t num_statements) {
    const auto set_of = [&](std::size_t i) {
      return numbered_[i].a == kNoSet ? kNoGroup : set_of_number_[numbered_[i].a];
    };
    const auto set_of_equality = [&](std::size_t i) {
      return joins_[i] && HasEqualities(kinds_[numbered_[i].a]) ? set_of(i) : kNoGroup;
    };
    sets_.members = GroupItems<Slot>(
        occurring_.size(), sets_.size(), [&](std::size_t n) { return set_of_number_[n]; },
        [&](std::size_t n) { return occurring_[n]; });
    sets_.equalities = GroupItems<Equality>(pairs_.size(), sets_.size(), set_of_equality, [&](std::size_t i) {
      return Equality{pairs_[i].a, pairs_[i].b, pairs_[i].statement};
    });
    sets_.statements = GroupItems<StatementIndex>(pairs_.size(), sets_.size(), set_of,
                                                  [&](std::size_t i) { return pairs_[i].statement; });
    RemoveRepetitions(&sets_.statements, num_statements);
    sets_.set_of_slot = std::move(number_of_slot_);
    for (std::uint32_t number = 0; number < occurring_.size(); ++number)
      sets_.set_of_slot[occurring_[number].index()] = set_of_number_[number];
  }

  // Arrays that are connected element by element can give a set many pairs of one statement.
  static void RemoveRepetitions(Grouped<StatementIndex>* statements, std::size_t num_statements) {
    std::vector<std::uint32_t> last_set(num_statements, kNoSet);
    std::uint32_t begin = 0, kept = 0;
    for (std::uint32_t set = 0; set < statements->size(); ++set) {
      const std::uint32_t end = statements->starts[set + 1];
      for (std::uint32_t i = begin; i < end; ++i) {
        const StatementIndex statement = statements->items[i];
        DAEDALUS_CHECK(statement < num_statements, "a statement is one of those that are there");
        if (last_set[statement] != set) statements->items[kept++] = statement;
        last_set[statement] = set;
      }
      begin = end;
      statements->starts[set + 1] = kept;
    }
    statements->items.resize(kept);
  }

  std::span<const ConnectorVariable> variables_;
  std::span<const SlotPair> pairs_;
  std::vector<Slot> occurring_;                // by first occurrence
  std::vector<VariableKind> kinds_;            // of those
  std::vector<std::uint32_t> number_of_slot_;  // its position in occurring_
  std::vector<NumberedPair> numbered_;         // per pair
  DisjointSets joined_{0};                     // of numbers
  std::vector<bool> joins_;                    // per pair: it joined two sets
  std::vector<std::uint32_t> set_of_number_;
  ConnectionSets sets_;
};

}  // namespace

ConnectionSets MakeConnectionSets(std::span<const ConnectorVariable> variables,
                                  std::span<const SlotPair> pairs, std::size_t num_statements) {
  return ConnectionSetMaker(variables, pairs).Make(num_statements);
}

}  // namespace daedalus::connect
