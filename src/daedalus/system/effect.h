// A call of a function with effects outside the model, or whose results depend on the outside: it prints a
// text, writes a file, or draws from a generator with memory.
//
// Solvers evaluate equations as often as they like, but an effect happens exactly as often as the language
// demands (Modelica 3.6, section 12.3): in the rounds of an event in which `active` holds, after the values
// have settled, in the order of the text. Its results are held leaves, which keep their values until the next
// time.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/provenance.h"
#include "daedalus/system/routine/native_function.h"
#include "daedalus/system/text_template.h"

namespace daedalus {

struct Effect {
  struct Number {
    routine::NativePlace place;
    expr::ExprId value;
  };
  struct Text {
    routine::NativePlace place;
    TextTemplate value;
  };
  struct Result {
    routine::NativePlace place;
    expr::HeldId leaf;
    std::shared_ptr<TextTable> texts = nullptr;  // of a String, whose number in there is held
  };

  expr::ExprId active;
  std::string name;  // of the function
  const native::Native* function = nullptr;
  native::NativeCall call;  // its known parts; the rest is filled in when it is executed
  std::vector<Number> numbers;
  std::vector<Text> texts;
  std::vector<Result> results;
  OriginId origin;
};

// Calls with a reference to each expression.
template <class AnyEffect, class Visit>
void VisitExpressions(AnyEffect& effect, Visit visit)
  requires std::is_same_v<std::remove_const_t<AnyEffect>, Effect>
{
  visit(effect.active);
  for (auto& number : effect.numbers) visit(number.value);
  for (auto& text : effect.texts) {
    for (auto& piece : text.value.pieces) {
      if (piece.value.IsValid()) visit(piece.value);
    }
  }
}

}  // namespace daedalus
