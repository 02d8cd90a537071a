// Effects at events (effect.h) in flat text: an external function for each form of call, variables for its
// results, and a when-clause.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

struct EffectText {
  std::string declarations;             // of the function (where it is a new one) and of variables
  std::vector<std::string> statements;  // of the when-clause
};

// How the parts of an effect are written.
struct EffectWords {
  std::function<std::string(ExprId)> expression;
  std::function<ValueType(ExprId)> type;
  std::function<std::string(const TextTemplate&)> text;
  std::function<std::string(HeldId)> result;  // the name of a variable
};

class EffectTexts {
 public:
  EffectTexts(const System& system, EffectWords words) : system_(system), words_(std::move(words)) {}

  EffectText Write(const Effect& effect);

 private:
  // One argument, or what is returned.
  struct Part {
    std::string type;
    std::string value;  // of an input
    std::vector<const Effect::Result*> results;
  };

  // The parts of all arguments, then of the results.
  std::vector<Part> ReadParts(const Effect& effect) const;
  Part ReadInput(const Effect& effect, std::size_t argument) const;

  const System& system_;
  const EffectWords words_;
  std::map<std::string, std::string> functions_;  // names, by what stands between them
  std::size_t num_arrays_ = 0;
};

}  // namespace daedalus
