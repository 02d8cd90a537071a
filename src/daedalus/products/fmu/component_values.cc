// Getting and setting the variables of an FMU.
#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/products/fmu/component.h"

namespace daedalus::fmu {
namespace {

using model::ValueSource;
using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;
using model::VariableVariability;

Failure<std::vector<Diagnostic>> NoReference(std::uint32_t reference) {
  return Fail(Error(Code::kBadOption, {}, "no variable has the value reference {}", reference));
}

// The number of the literal that a parameter has.
double NumberOfLiteral(const model::ModelDescription& description, const VariableDescription& variable) {
  const auto type =
      std::ranges::find(description.enumerations, variable.enumeration, &model::EnumerationDescription::name);
  if (type == description.enumerations.end()) return 0;
  const auto literal = std::ranges::find(type->literals, variable.text);
  return static_cast<double>(literal - type->literals.begin()) + 1;
}

}  // namespace

Result<Unit> Component::CheckGet(std::uint32_t reference, Access access) const {
  if (reference >= shown_->IndicatorReference(shown_->num_indicators)) return NoReference(reference);
  const bool is_described = reference < shown_->num_described();
  const VariableType type =
      is_described ? shown_->description->variables[reference].type : VariableType::kReal;
  if (AccessOf(type) == access) return Unit{};
  return Fail(Error(Code::kBadOption, {}, "the variable with value reference {} is of another type, {}",
                    reference, NameOf(type)));
}

Result<Unit> Component::CheckSet(std::uint32_t reference, Access access) const {
  if (auto fits = CheckGet(reference, access); !fits) return fits;
  if (reference >= shown_->num_described())
    return Fail(Error(Code::kBadOption, {}, "value reference {} cannot be set", reference));
  const fmi::ExposedVariable& variable = shown_->variables[reference];
  const auto refuse = [&](std::string_view why) {
    return Fail(Error(Code::kBadOption, {}, "`{}` cannot be set {}", variable.name, why));
  };
  if (variable.variability == VariableVariability::kConstant || variable.is_alias || !fmi::HasStart(variable))
    return refuse("at all: it follows from others");
  if (mode_ == Mode::kTerminated) return refuse("after the end");
  const std::uint8_t allowed = slots_[reference].settable_in;
  if ((allowed & static_cast<std::uint8_t>(mode_)) != 0) return Unit{};
  const bool is_fixed = (allowed & static_cast<std::uint8_t>(Mode::kEvent)) == 0;
  return refuse(is_fixed ? "after the start" : "between events");
}

Result<double> Component::ValueBeforeStart(std::uint32_t reference) const {
  if (const auto set = numbers_.Find(reference)) return *set;
  if (reference < shown_->num_described()) {
    const VariableDescription& variable = shown_->description->variables[reference];
    if (variable.causality == VariableCausality::kIndependent) return experiment_.start;
    if (fmi::HasStart(shown_->variables[reference]))
      return variable.text.empty() ? fmi::StartOf(variable) : NumberOfLiteral(*shown_->description, variable);
  }
  return Fail(Error(Code::kBadOption, {}, "value reference {} has no value before the start", reference));
}

// A variable that the run-time makes, or a parameter with a literal.
Result<double> Component::ReadOther(std::uint32_t reference) {
  if (reference >= shown_->num_described()) return engine()->ReadMade(reference);
  return NumberOfLiteral(*shown_->description, shown_->description->variables[reference]);
}

Result<Unit> Component::Get(std::span<const std::uint32_t> references, Access access, double* out) {
  for (const std::uint32_t reference : references) {
    if (reference < slots_.size() && slots_[reference].access == access) continue;
    return CheckGet(reference, access);
  }
  if (mode_ == Mode::kInstantiated) {
    for (const std::uint32_t reference : references) {
      auto value = ValueBeforeStart(reference);
      if (!value) return Failure{std::move(value).error()};
      *out++ = *value;
    }
    return Unit{};
  }
  if (auto begun = Begin(); !begun) return begun;
  const auto point = engine()->Read();
  if (!point) return Failure{point.error()};
  for (const std::uint32_t reference : references) {
    if (const auto value = ReadSlot(slots_[reference], *point)) {
      *out++ = *value;
      continue;
    }
    const auto value = ReadOther(reference);
    if (!value) return Failure{value.error()};
    *out++ = *value;
  }
  return Unit{};
}

// All values are checked before any is set.
Result<Unit> Component::Set(std::span<const std::uint32_t> references, Access access, const double* values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    const std::uint32_t r = references[i];
    const bool is_settable = r < slots_.size() && slots_[r].access == access &&
                             (slots_[r].settable_in & static_cast<std::uint8_t>(mode_)) != 0;
    if (!is_settable) return CheckSet(r, access);
    if (!std::isfinite(values[i]))
      return Fail(Error(Code::kBadOption, {}, "`{}` cannot be {}", shown_->variables[r].name, values[i]));
  }
  if (mode_ == Mode::kInstantiated || mode_ == Mode::kInitialization) {
    for (std::size_t i = 0; i < references.size(); ++i) numbers_.Set(references[i], values[i]);
    exchange_.reset();
    stepping_.reset();
    return Unit{};
  }
  new_inputs_.clear();
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (const std::uint32_t input = slots_[references[i]].input; input != Slot::kNoInput)
      new_inputs_.push_back({input, values[i]});
  }
  if (!new_inputs_.empty()) {
    if (auto set = engine()->SetInputs(new_inputs_); !set) return set;
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (slots_[references[i]].input == Slot::kNoInput) {
      const std::string& name = shown_->description->variables[references[i]].name;
      if (auto set = engine()->SetParameter(name, values[i]); !set) return set;
    }
    numbers_.Set(references[i], values[i]);
  }
  return Unit{};
}

Result<std::string> Component::ReadText(std::uint32_t reference, const std::optional<Point>& point) const {
  const VariableDescription& variable = shown_->description->variables[reference];
  if (const auto set = texts_.find(reference); set != texts_.end()) return set->second;
  if (variable.source.kind == ValueSource::Kind::kHeld && point) {
    const double number = point->values[point->given->quantities.size() + variable.source.index];
    const auto& texts = shown_->description->texts;
    if (texts) return std::string(texts->TextOf(number).value_or(""));
  }
  return fmi::TextOfStart(*shown_->description, variable);
}

Result<Unit> Component::GetTexts(std::span<const std::uint32_t> references, const char** out) {
  for (const std::uint32_t reference : references) {
    if (auto checked = CheckGet(reference, Access::kString); !checked) return checked;
  }
  std::optional<Point> point;
  if (mode_ != Mode::kInstantiated) {
    if (auto begun = Begin(); !begun) return begun;
    const auto read = engine()->Read();
    if (!read) return Failure{read.error()};
    point = *read;
  }
  given_texts_.clear();
  for (const std::uint32_t reference : references) {
    auto text = ReadText(reference, point);
    if (!text) return Failure{std::move(text).error()};
    given_texts_.push_back(*std::move(text));
  }
  for (std::size_t i = 0; i < references.size(); ++i) out[i] = given_texts_[i].c_str();
  return Unit{};
}

Result<Unit> Component::SetTexts(std::span<const std::uint32_t> references, const char* const* values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (auto checked = CheckSet(references[i], Access::kString); !checked) return checked;
    const bool is_settable =
        IsInput(references[i]) ||
        shown_->description->variables[references[i]].source.kind == ValueSource::Kind::kText;
    if (values[i] == nullptr || !is_settable)
      return Fail(Error(Code::kBadOption, {}, "`{}` cannot be set", shown_->variables[references[i]].name));
  }
  const bool is_running = (static_cast<std::uint8_t>(mode_) & kRunning) != 0;
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (is_running) {
      const std::string& name = shown_->description->variables[references[i]].name;
      if (auto set = engine()->SetInput(name, flat_->texts->NumberOf(values[i])); !set) return set;
    }
    texts_[references[i]] = values[i];
  }
  if (is_running) return Unit{};
  exchange_.reset();
  stepping_.reset();
  return Unit{};
}

}  // namespace daedalus::fmu
