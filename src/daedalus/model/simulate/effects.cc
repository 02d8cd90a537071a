#include "daedalus/model/simulate/effects.h"

#include <algorithm>
#include <utility>

namespace daedalus::simulate {
namespace {

const native::Datum& DatumAt(const native::NativeCall& call, const routine::NativePlace& place) {
  return place.argument == routine::NativePlace::kResult ? call.result : call.arguments[place.argument];
}

double ResultOf(const native::NativeCall& call, const Effect::Result& result) {
  const native::Datum& datum = DatumAt(call, result.place);
  return result.texts ? result.texts->NumberOf(datum.texts[result.place.element])
                      : datum.numbers[result.place.element];
}

}  // namespace

void Effects::BeginEvent() {
  actions_.clear();
  next_ = num_done_ = 0;
}

void Effects::BeginAgain() {
  actions_.resize(num_done_);
  next_ = 0;
}

native::NativeCall Effects::FillIn(const Effect& effect, const expr::Point& point) {
  native::NativeCall call = effect.call;
  evaluator_.SetPoint(point);
  for (const Effect::Number& number : effect.numbers)
    call.arguments[number.place.argument].numbers[number.place.element] = evaluator_.Value(number.value);
  for (const Effect::Text& text : effect.texts)
    call.arguments[text.place.argument].texts[text.place.element] =
        text.value.Fill([&](ExprId e) { return evaluator_.Value(e); });
  call.outside = &outside_;
  return call;
}

bool Effects::CarryOut(std::size_t number, const expr::Point& point, std::span<double> results) {
  const Effect& effect = system_.hybrid.effects[number];
  const bool is_known = next_ < num_done_ && actions_[next_].effect == number;
  if (!is_known) {
    if (next_ < actions_.size()) actions_.resize(next_);  // the event takes another way than before
    num_done_ = std::min(num_done_, next_);
    actions_.push_back({number, FillIn(effect, point)});
  }
  const std::size_t here = next_++;
  if (effect.results.empty()) return true;
  if (!DoWaiting(here + 1)) return false;
  for (std::size_t i = 0; i < results.size(); ++i)
    results[i] = ResultOf(actions_[here].call, effect.results[i]);
  return true;
}

bool Effects::EndEvent() {
  return DoWaiting(actions_.size());
}

bool Effects::DoWaiting(std::size_t end) {
  for (; num_done_ < end; ++num_done_) {
    if (!Do(actions_[num_done_])) return false;
  }
  return true;
}

bool Effects::Do(Action& action) {
  const Effect& effect = system_.hybrid.effects[action.effect];
  auto why = effect.function->function(action.call);
  if (!why) return true;
  failed_ = action.effect;
  why_ = std::move(*why);
  return false;
}

Diagnostic Effects::Explain(double t) const {
  const Effect& effect = system_.hybrid.effects[failed_];
  return Error(Code::kEffectFailed, SpanOf(system_, effect.origin), "at time = {:.9g}: {}", t, why_);
}

}  // namespace daedalus::simulate
