#include "daedalus/model/simulate/known_choices.h"

#include <algorithm>
#include <utility>

namespace daedalus::simulate {
namespace {

constexpr std::size_t kMaxChoices = 64;

}  // namespace

std::shared_ptr<Choice> KnownChoices::Find(const Key& key) const {
  const auto found = choices_.find(key);
  return found != choices_.end() ? found->second : nullptr;
}

std::shared_ptr<Choice> KnownChoices::Add(const Key& key, Choice choice) {
  MakeRoom();
  return choices_[key] = std::make_shared<Choice>(std::move(choice));
}

const KnownChoices::Key* KnownChoices::KeyOf(const Choice& choice) const {
  const auto found =
      std::ranges::find_if(choices_, [&](const auto& entry) { return entry.second.get() == &choice; });
  return found != choices_.end() ? &found->first : nullptr;
}

void KnownChoices::MakeRoom() {
  if (choices_.size() < kMaxChoices) return;
  auto oldest = choices_.end();
  for (auto it = choices_.begin(); it != choices_.end(); ++it) {
    if (it->second.use_count() > 1) continue;  // the run is there, or may return to it
    if (oldest == choices_.end() || it->second->last_used < oldest->second->last_used) oldest = it;
  }
  Segment& segment = *oldest->second->segment;
  if (segment.is_ready()) retired_.AddCounts(segment.integrator().statistics());
  choices_.erase(oldest);
}

std::vector<Segment*> KnownChoices::Used() const {
  std::vector<Segment*> out;
  for (const auto& [key, choice] : choices_) {
    if (choice->segment->is_ready()) out.push_back(choice->segment.get());
  }
  return out;
}

std::vector<const Segment*> KnownChoices::All() const {
  std::vector<const Segment*> out;
  for (const auto& [key, choice] : choices_) out.push_back(choice->segment.get());
  return out;
}

integrate::Statistics KnownChoices::TotalStatistics() const {
  integrate::Statistics sum = retired_;
  for (Segment* segment : Used()) sum.AddCounts(segment->integrator().statistics());
  return sum;
}

}  // namespace daedalus::simulate
