#include "daedalus/system/clocks/partition_rates.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "daedalus/system/connect/disjoint_sets.h"
#include "daedalus/system/print_system.h"

namespace daedalus::clocks {
namespace {

using ConversionKind = Conversion::Kind;

// The base of all exact clocks: the second.
constexpr std::uint32_t kSeconds = 0;

std::string Text(Fraction f) {
  return f.IsWhole() ? fmt::format("{}", f.numerator) : fmt::format("{}/{}", f.numerator, f.denominator);
}

class Finder {
 public:
  Finder(const System& system, const ClockedText& text, Partitions& partitions)
      : system_(system), text_(text), partitions_(partitions) {}

  PartitionClocks Run() {
    ReadConstructors();
    ReadConversions();
    const InferredRates inferred = InferRates(partitions_.size(), given_, relations_);
    for (const RateConflict& conflict : inferred.conflicts) Report(inferred, conflict);
    out_.clocks.resize(partitions_.size());
    for (std::uint32_t p = 0; p < partitions_.size(); ++p) {
      if (!inferred.rates[p]) continue;
      const std::uint32_t constructor = constructor_of_base_.at(inferred.rates[p]->base);
      out_.clocks[p] = PartitionClock{*inferred.rates[p], constructor};
      if (inferred.conflicts.empty()) CheckRate(p);
    }
    FindSolvers();
    return std::move(out_);
  }

 private:
  // Clocks of the same interval or condition are the same clock.
  std::uint32_t BaseOf(const Constructor& constructor, std::uint32_t index) {
    if (constructor.kind == Constructor::Kind::kExact) {
      constructor_of_base_.try_emplace(kSeconds, index);
      return kSeconds;
    }
    const auto next = static_cast<std::uint32_t>(bases_.size() + 1);
    const auto [at, is_new] =
        bases_.try_emplace({constructor.kind, constructor.expression, constructor.resolution}, next);
    if (is_new) constructor_of_base_[next] = index;
    return at->second;
  }

  void ReadConstructors() {
    for (std::uint32_t i = 0; i < text_.constructors.size(); ++i) {
      const Constructor& constructor = text_.constructors[i];
      const std::uint32_t base = BaseOf(constructor, i);
      const Fraction interval =
          constructor.kind == Constructor::Kind::kExact ? constructor.seconds : Fraction{1, 1};
      given_.push_back({*partitions_.Of(constructor.clock), {base, interval, {0, 1}}});
    }
  }

  void ReadConversions() {
    for (const Conversion& conversion : text_.conversions) {
      const bool is_of_rates = conversion.kind == ConversionKind::kSlower ||
                               conversion.kind == ConversionKind::kFaster ||
                               conversion.kind == ConversionKind::kShift;
      const bool has_clocks =
          is_of_rates && partitions_.Of(conversion.argument) && partitions_.Of(conversion.result);
      if (!has_clocks) continue;
      RateRelation relation;
      relation.from = *partitions_.Of(conversion.argument);
      relation.to = *partitions_.Of(conversion.result);
      const bool is_known = conversion.kind == ConversionKind::kShift || conversion.factor.numerator != 0;
      if (conversion.kind == ConversionKind::kShift) {
        relation.shift = conversion.factor;
      } else if (is_known) {
        relation.ratio = conversion.kind == ConversionKind::kSlower ? conversion.factor
                                                                    : Fraction{1, 1} / conversion.factor;
      } else {
        relation.kind = conversion.kind == ConversionKind::kSlower ? RateRelation::Kind::kSomeSlower
                                                                   : RateRelation::Kind::kSomeFaster;
      }
      relations_.push_back(relation);
      conversion_of_relation_.push_back(&conversion);
    }
  }

  Span SpanOfGiven(std::uint32_t given) const { return SpanOf(system_, text_.constructors[given].origin); }

  // "every 1/10 s, first after 1/20 s"
  std::string Describe(const Rate& rate) const {
    const Constructor& constructor = text_.constructors[constructor_of_base_.at(rate.base)];
    switch (constructor.kind) {
      case Constructor::Kind::kExact:
        return rate.start.numerator == 0
                   ? fmt::format("every {} s", Text(rate.interval))
                   : fmt::format("every {} s, first at {} s", Text(rate.interval), Text(rate.start));
      case Constructor::Kind::kReal: {
        const std::string interval = ExpressionText(system_, constructor.expression);
        if (rate == Rate{rate.base}) return fmt::format("every {} s, an interval of type Real", interval);
        return fmt::format("every {} times {} s, first after {} times that", Text(rate.interval), interval,
                           Text(rate.start));
      }
      case Constructor::Kind::kEvent:
      case Constructor::Kind::kCounter:
      case Constructor::Kind::kVarying:
        break;
    }
    const std::string what = constructor.kind == Constructor::Kind::kEvent ? "" : "the intervals ";
    return fmt::format("each tick of number {} + {} n of {}`{}`", Text(rate.start), Text(rate.interval), what,
                       ExpressionText(system_, constructor.expression));
  }

  void Report(const InferredRates& inferred, const RateConflict& conflict) {
    if (!conflict.relation) {
      const GivenRate& second = given_[conflict.other_given];
      out_.errors.push_back(Error(Code::kClockConflict, SpanOfGiven(conflict.other_given),
                                  "this clock ticks {}, but the same variables have a clock that ticks {}",
                                  Describe(second.rate), Describe(*inferred.rates[second.partition]))
                                .With(SpanOfGiven(conflict.given), "the other clock"));
      return;
    }
    const RateRelation& relation = relations_[*conflict.relation];
    Diagnostic error =
        Error(Code::kClockConflict, conversion_of_relation_[*conflict.relation]->span,
              "this does not lead from a clock that ticks {} to one that ticks {}",
              Describe(*inferred.rates[relation.from]), Describe(*inferred.rates[relation.to]));
    error.With(SpanOfGiven(conflict.given), "the first clock comes from here");
    if (conflict.given != conflict.other_given)
      error.With(SpanOfGiven(conflict.other_given), "the second one from here");
    out_.errors.push_back(std::move(error));
  }

  void CheckRate(std::uint32_t p) {
    const Rate& rate = out_.clocks[p]->rate;
    const Constructor& constructor = text_.constructors[out_.clocks[p]->constructor];
    const auto report = [&](std::string_view what) {
      out_.errors.push_back(Error(Code::kBadClock, partitions_.ReasonFor(p), "{}", what)
                                .With(SpanOf(system_, constructor.origin), "the clock comes from here"));
    };
    if (!rate.interval.IsValid() || !rate.start.IsValid())
      return report("the factors between these clocks are too large for whole numbers of 64 bits");
    if (rate.start.numerator < 0)
      return report("this clock would tick before the clock that it is made from");
    if (rate.interval.IsWhole() && rate.start.IsWhole()) return;
    if (constructor.kind == Constructor::Kind::kEvent)
      report("a clock of events has no ticks between its events");
    if (constructor.kind == Constructor::Kind::kCounter || constructor.kind == Constructor::Kind::kVarying)
      report("a clock whose interval varies has no ticks between its ticks");
  }

  void FindSolvers() {
    connect::DisjointSets bases(partitions_.size());
    for (const RateRelation& relation : relations_) bases.Unite(relation.from, relation.to);
    std::map<std::uint32_t, const SolverChoice*> of_base;
    out_.solvers.resize(partitions_.size(), nullptr);
    for (const SolverChoice& choice : text_.solvers) {
      const std::uint32_t p = *partitions_.Of(choice.clock);
      out_.solvers[p] = &choice;
      of_base[bases.Find(p)] = &choice;
    }
    for (std::uint32_t p = 0; p < partitions_.size(); ++p) {
      const auto at = of_base.find(bases.Find(p));
      if (out_.solvers[p] == nullptr && at != of_base.end()) out_.solvers[p] = at->second;
    }
  }

  const System& system_;
  const ClockedText& text_;
  Partitions& partitions_;
  std::vector<GivenRate> given_;  // by constructor
  std::vector<RateRelation> relations_;
  std::vector<const Conversion*> conversion_of_relation_;
  std::map<std::tuple<Constructor::Kind, ExprId, std::int64_t>, std::uint32_t> bases_;
  std::map<std::uint32_t, std::uint32_t> constructor_of_base_;
  PartitionClocks out_;
};

}  // namespace

PartitionClocks FindPartitionClocks(const System& system, const ClockedText& text, Partitions& partitions) {
  return Finder(system, text, partitions).Run();
}

}  // namespace daedalus::clocks
