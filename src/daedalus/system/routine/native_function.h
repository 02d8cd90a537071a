// A native function (native/native_call.h) as a function of the graph. Most of its arguments are known. Each
// call passes the remaining numbers, and the remaining texts as numbers of entries in a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/text_table.h"
#include "daedalus/system/expr/function.h"
#include "daedalus/system/native/native_call.h"

namespace daedalus::routine {

// A number in a call: element `element` of argument `argument`, or of the result.
struct NativePlace {
  static constexpr std::size_t kResult = static_cast<std::size_t>(-1);
  std::size_t argument = kResult;
  std::size_t element = 0;
};

class NativeFunction : public expr::Function {
 public:
  // `call` holds the known arguments, and placeholders for unknown numbers and texts.
  NativeFunction(std::string name, const native::Native& native, native::NativeCall call,
                 std::vector<NativePlace> inputs, std::vector<NativePlace> outputs,
                 std::shared_ptr<TextTable> texts)
      : Function(std::move(name), inputs.size(), outputs.size()),
        native_(native),
        call_(std::move(call)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        texts_(std::move(texts)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  // The derivative is 0 for functions of texts, because their results change only by jumps.
  std::shared_ptr<const Function> MakeTangent() const override;
  // True if the known value of the argument, or its placeholder, is a text.
  bool IsText(const NativePlace& place) const { return !call_.arguments[place.argument].texts.empty(); }

  const native::Native& native_;
  const native::NativeCall call_;
  const std::vector<NativePlace> inputs_;
  const std::vector<NativePlace> outputs_;
  const std::shared_ptr<TextTable> texts_;
};

}  // namespace daedalus::routine
