#include "daedalus/system/clocks/infer_rates.h"

namespace daedalus::clocks {
namespace {

using RateKind = RateRelation::Kind;

class Inference {
 public:
  Inference(std::size_t num_partitions, std::span<const GivenRate> given,
            std::span<const RateRelation> relations)
      : given_(given), relations_(relations), relations_of_(num_partitions) {
    out_.rates.resize(num_partitions);
    out_.given_of.resize(num_partitions, 0);
    for (std::uint32_t r = 0; r < relations.size(); ++r) {
      relations_of_[relations[r].from].push_back(r);
      if (relations[r].to != relations[r].from) relations_of_[relations[r].to].push_back(r);
    }
  }

  InferredRates Run() {
    for (std::uint32_t g = 0; g < given_.size(); ++g) {
      const std::optional<Rate>& known = out_.rates[given_[g].partition];
      if (!known) {
        Spread(g);
      } else if (*known != given_[g].rate) {
        out_.conflicts.push_back({std::nullopt, out_.given_of[given_[g].partition], g});
      }
    }
    for (std::uint32_t r = 0; r < relations_.size(); ++r) Check(r);
    return std::move(out_);
  }

 private:
  void Set(std::uint32_t partition, const Rate& rate, std::uint32_t given) {
    out_.rates[partition] = rate;
    out_.given_of[partition] = given;
    pending_.push_back(partition);
  }

  void Spread(std::uint32_t given) {
    Set(given_[given].partition, given_[given].rate, given);
    while (!pending_.empty()) {
      const std::uint32_t at = pending_.back();
      pending_.pop_back();
      for (const std::uint32_t r : relations_of_[at]) {
        const RateRelation& relation = relations_[r];
        if (relation.kind != RateKind::kRatio) continue;
        const bool is_forward = relation.from == at;
        const std::uint32_t other = is_forward ? relation.to : relation.from;
        if (out_.rates[other]) continue;
        Set(other, is_forward ? Forward(relation, *out_.rates[at]) : Backward(relation, *out_.rates[at]),
            given);
      }
    }
  }

  static Rate Forward(const RateRelation& relation, const Rate& from) {
    return {from.base, from.interval * relation.ratio, from.start + relation.shift * from.interval};
  }
  static Rate Backward(const RateRelation& relation, const Rate& to) {
    const Fraction interval = to.interval / relation.ratio;
    return {to.base, interval, to.start - relation.shift * interval};
  }

  bool Holds(const RateRelation& relation) const {
    const std::optional<Rate>&from = out_.rates[relation.from], &to = out_.rates[relation.to];
    if (!from || !to) return true;
    if (relation.kind == RateKind::kRatio) return Forward(relation, *from) == *to;
    const Fraction ratio = relation.kind == RateKind::kSomeSlower ? to->interval / from->interval
                                                                  : from->interval / to->interval;
    return from->base == to->base && from->start == to->start && ratio.IsWhole();
  }

  void Check(std::uint32_t r) {
    if (Holds(relations_[r])) return;
    out_.conflicts.push_back({r, out_.given_of[relations_[r].from], out_.given_of[relations_[r].to]});
  }

  std::span<const GivenRate> given_;
  std::span<const RateRelation> relations_;
  std::vector<std::vector<std::uint32_t>> relations_of_;  // by partition
  std::vector<std::uint32_t> pending_;
  InferredRates out_;
};

}  // namespace

InferredRates InferRates(std::size_t num_partitions, std::span<const GivenRate> given,
                         std::span<const RateRelation> relations) {
  return Inference(num_partitions, given, relations).Run();
}

}  // namespace daedalus::clocks
