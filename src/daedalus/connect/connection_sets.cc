#include "daedalus/connect/connection_sets.h"

#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/base/prefetch.h"
#include "daedalus/connect/disjoint_sets.h"

namespace daedalus::connect {
namespace {

// How many pairs ahead memory is asked for what they will touch.
constexpr std::size_t kAhead = 16;

bool HasEqualities(VariableKind kind) {
  return kind != VariableKind::kFlow && kind != VariableKind::kStream;
}

// Things that belong to sets, in the order in which they were met.
template <class T>
struct InSets {
  std::vector<T> items;
  std::vector<std::uint32_t> sets;

  void Reserve(std::size_t n) {
    items.reserve(n);
    sets.reserve(n);
  }
  void Add(T item, std::uint32_t set) {
    items.push_back(item);
    sets.push_back(set);
  }
  Grouped<T> Group(std::size_t num_sets) const { return GroupItems<T>(items, sets, num_sets); }
};

// Slots that occur are numbered as they are met, and all work is done on these numbers: those of one set are
// mostly near each other even where the slots of a large model lie anywhere in memory.
class Maker {
 public:
  Maker(std::span<const ConnectorVariable> variables, std::span<const SlotPair> pairs)
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
    std::uint32_t a, b;  // positions in occurring_
    StatementIndex statement;
  };

  VariableKind Kind(Slot slot) const { return variables_[slot.variable()].kind; }

  void NumberSlots() {
    number_of_slot_.assign(2 * variables_.size(), kNoSet);
    numbered_.reserve(pairs_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (i + kAhead < pairs_.size()) {
        for (const Slot slot : {pairs_[i + kAhead].a, pairs_[i + kAhead].b}) {
          Prefetch(&variables_[slot.variable()]);
          Prefetch(&number_of_slot_[slot.index()]);
        }
      }
      const auto [a, b, statement] = pairs_[i];
      if (Kind(a) == Kind(b)) {
        const std::uint32_t number_of_a = Number(a);
        numbered_.push_back({number_of_a, Number(b), statement});
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

  // A pair that joins two sets is an equality of what they become.
  void JoinPairs() {
    joined_ = DisjointSets(occurring_.size());
    joins_.reserve(numbered_.size());
    for (const NumberedPair& pair : numbered_) joins_.push_back(joined_.Unite(pair.a, pair.b));
  }

  void NumberSets() {
    set_of_number_.assign(occurring_.size(), kNoSet);
    for (std::uint32_t number = 0; number < occurring_.size(); ++number) {
      // The slot that stands for a set has the number of the set from the beginning.
      std::uint32_t& set = set_of_number_[joined_.Find(number)];
      if (set == kNoSet) {
        set = static_cast<std::uint32_t>(sets_.kinds.size());
        sets_.kinds.push_back(kinds_[number]);
      }
      set_of_number_[number] = set;
    }
  }

  void FillSets(std::size_t num_statements) {
    InSets<StatementIndex> statements;
    InSets<Equality> equalities;
    statements.Reserve(numbered_.size());
    for (std::size_t i = 0; i < numbered_.size(); ++i) {
      const auto [a, b, statement] = numbered_[i];
      const std::uint32_t set = set_of_number_[a];
      statements.Add(statement, set);
      if (joins_[i] && HasEqualities(sets_.kinds[set]))
        equalities.Add({occurring_[a], occurring_[b], statement}, set);
    }
    sets_.members = GroupItems<Slot>(occurring_, set_of_number_, sets_.size());
    sets_.equalities = equalities.Group(sets_.size());
    sets_.statements = WithoutRepetitions(statements.Group(sets_.size()), num_statements);
    sets_.set_of_slot = std::move(number_of_slot_);
    for (std::uint32_t number = 0; number < occurring_.size(); ++number)
      sets_.set_of_slot[occurring_[number].index()] = set_of_number_[number];
  }

  // Arrays that are connected element by element can give a set many pairs of one statement.
  static Grouped<StatementIndex> WithoutRepetitions(const Grouped<StatementIndex>& given,
                                                    std::size_t num_statements) {
    Grouped<StatementIndex> distinct;
    distinct.items.reserve(given.items.size());
    distinct.starts.reserve(given.starts.size());
    std::vector<std::uint32_t> last_set(num_statements, kNoSet);
    for (std::uint32_t set = 0; set < given.size(); ++set) {
      for (const StatementIndex statement : given[set]) {
        DAEDALUS_CHECK(statement < num_statements, "a statement is one of those that are there");
        if (last_set[statement] != set) distinct.items.push_back(statement);
        last_set[statement] = set;
      }
      distinct.CloseGroup();
    }
    return distinct;
  }

  std::span<const ConnectorVariable> variables_;
  std::span<const SlotPair> pairs_;
  std::vector<Slot> occurring_;                // by first occurrence
  std::vector<VariableKind> kinds_;            // of those
  std::vector<std::uint32_t> number_of_slot_;  // its position in occurring_
  std::vector<NumberedPair> numbered_;         // those of one kind
  DisjointSets joined_{0};                     // of numbers
  std::vector<bool> joins_;                    // per numbered pair: it joined two sets
  std::vector<std::uint32_t> set_of_number_;
  ConnectionSets sets_;
};

}  // namespace

ConnectionSets MakeConnectionSets(std::span<const ConnectorVariable> variables,
                                  std::span<const SlotPair> pairs, std::size_t num_statements) {
  return Maker(variables, pairs).Make(num_statements);
}

}  // namespace daedalus::connect
