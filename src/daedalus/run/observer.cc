#include "daedalus/run/observer.h"

#include <algorithm>

namespace daedalus::run {

std::string_view NameOf(RunStage stage) {
  switch (stage) {
    case RunStage::kStructure:
      return "structure";
    case RunStage::kCodegen:
      return "codegen";
    case RunStage::kInitialize:
      return "initialize";
    case RunStage::kIntegrate:
      break;
  }
  return "integrate";
}

void Audience::Enter(RunStage stage) const {
  for (Observer* o : observers_) o->Enter(stage);
}

Result<Unit> Audience::Begin(const RunInfo& info) const {
  for (Observer* o : observers_) {
    if (auto told = o->Begin(info); !told) return told;
  }
  return Unit{};
}

Result<Unit> Audience::Point(double t, std::span<const double> values) const {
  for (Observer* o : observers_) {
    if (auto told = o->Point(t, values); !told) return told;
  }
  return Unit{};
}

void Audience::Step(double t) const {
  for (Observer* o : observers_) o->Step(t);
}

bool Audience::WantsEvents() const {
  return std::ranges::any_of(observers_, &Observer::WantsEvents);
}

void Audience::Event(const System& system, const simulate::EventRecord& record) const {
  for (Observer* o : observers_) {
    if (o->WantsEvents()) o->Event(system, record);
  }
}

void Audience::Warn(const Diagnostic& warning) const {
  for (Observer* o : observers_) o->Warn(warning);
}

bool Audience::WantsPrint() const {
  return std::ranges::any_of(observers_, &Observer::WantsPrint);
}

void Audience::Print(std::string_view line) const {
  for (Observer* o : observers_) o->Print(line);
}

// Every observer receives the end, whatever another one returns.
Result<Unit> Audience::End() const {
  Result<Unit> first = Unit{};
  for (Observer* o : observers_) {
    auto told = o->End();
    if (!told && first) first = std::move(told);
  }
  return first;
}

}  // namespace daedalus::run
