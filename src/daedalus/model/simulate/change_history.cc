#include "daedalus/model/simulate/change_history.h"

namespace daedalus::simulate {
namespace {

constexpr double kSmallSteps = 0.1;  // of the mean step of the run

}  // namespace

void ChangeHistory::Note(double t) {
  ++num_changes_;
  last_.push_back({num_steps_, t});
  if (last_.size() > kManyChanges) last_.pop_front();
}

bool ChangeHistory::IsRestless() const {
  if (last_.size() < kManyChanges) return false;
  const std::int64_t steps = last_.back().step - last_.front().step;
  const double way = last_.back().time - last_.front().time;
  return steps < kFewSteps && way <= kSmallSteps * expected_.mean() * static_cast<double>(steps);
}

}  // namespace daedalus::simulate
