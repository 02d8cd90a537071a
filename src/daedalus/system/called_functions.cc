#include "daedalus/system/called_functions.h"

#include <fmt/format.h>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/printed_texts.h"
#include "daedalus/system/text_functions.h"

namespace daedalus {
namespace {

const CallTexts* FindCall(const System& system, ExprId call) {
  if (!system.function_texts) return nullptr;
  const auto& calls = system.function_texts->calls;
  const auto at = calls.find(system.graph.function(call).value);
  return at != calls.end() ? &at->second : nullptr;
}

}  // namespace

CalledFunctions::CalledFunctions(const System& system) : system_(system) {
  if (!system.function_texts) return;
  const std::vector<DeclaredText>& all = system.function_texts->declarations;
  for (const DeclaredText& declared : all) missing_.push_back(declared.missing);
  // Functions call each other in any order.
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const std::size_t other : all[i].uses) {
        if (!missing_[i].empty() || missing_[other].empty()) continue;
        missing_[i] = missing_[other];
        has_changed = true;
      }
    }
  }
}

expr::PrintedCall CalledFunctions::Text(ExprId call) {
  const CallTexts* const texts = FindCall(system_, call);
  const std::size_t output = system_.graph.output(call);
  const auto undeclared = [&](const std::string& why) {
    undeclared_.emplace(system_.graph.functions()[system_.graph.function(call).index()]->name(), why);
    return expr::PrintedCall();
  };
  if (texts == nullptr) return undeclared("");
  if (!texts->missing.empty() || output >= texts->outputs.size()) return undeclared(texts->missing);
  const CallText& text = texts->outputs[output];
  if (!missing_[text.declaration].empty()) return undeclared(missing_[text.declaration]);
  expr::PrintedCall printed{system_.function_texts->declarations[text.declaration].name, {}, {}};
  Use(text.declaration);
  for (const std::size_t object : text.further) {
    if (!missing_[object].empty()) return undeclared(missing_[object]);
    printed.further += ", " + system_.function_texts->declarations[object].name;
    Use(object);
  }
  printed.operands.assign(system_.graph.operands(call).size(), expr::Sense::kNumber);
  for (std::size_t i = 0; i < std::min(printed.operands.size(), texts->inputs.size()); ++i)
    printed.operands[i] = texts->inputs[i] ? std::optional(SenseOf(*texts->inputs[i])) : std::nullopt;
  return printed;
}

void CalledFunctions::Use(std::size_t declaration) {
  std::vector<std::size_t> open = {declaration};
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    if (!used_.insert(next).second) continue;
    const auto& uses = system_.function_texts->declarations[next].uses;
    open.insert(open.end(), uses.begin(), uses.end());
  }
}

std::string CalledFunctions::Declarations() const {
  std::string text;
  for (const auto& [name, why] : undeclared_)
    text += fmt::format("  // `{}` is not declared here{}{}\n", name, why.empty() ? "" : ": ", why);
  // Sorted by name, independent of the order of calls.
  std::map<std::string, std::string> texts;
  for (const std::size_t declaration : used_) {
    const DeclaredText& declared = system_.function_texts->declarations[declaration];
    texts[declared.name] = declared.text;
  }
  for (const auto& [name, declared] : texts) text += declared;
  return text;
}

ValueType TypeOfCall(const System& system, ExprId call) {
  const expr::Function& function = *system.graph.functions()[system.graph.function(call).index()];
  if (dynamic_cast<const WriteText*>(&function) != nullptr) return ValueType::kString;
  if (dynamic_cast<const CompareTexts*>(&function) != nullptr) return ValueType::kInteger;
  const CallTexts* const texts = FindCall(system, call);
  const std::size_t output = system.graph.output(call);
  return texts != nullptr && output < texts->outputs.size() ? texts->outputs[output].type : ValueType::kReal;
}

}  // namespace daedalus
