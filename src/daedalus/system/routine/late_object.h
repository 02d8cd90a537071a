// An external object whose constructor needs numbers that are found only at the start of a simulation, such
// as a table from which an initial equation takes a time. Calls that use the object pass these numbers on.
// The constructor runs when they are new.
//
// Numbers that change while the initial equations are being solved make several objects, of which the last
// ones are kept. An ExternalObject has no state that the language can see, so equal numbers mean equal
// objects.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/routine/native_function.h"

namespace daedalus::routine {

// A call of which some numbers and texts are known; the others come by their places.
struct OpenCall {
  const native::Native* native = nullptr;
  native::NativeCall call;  // with numbers and texts in place of unknown ones
  std::vector<NativePlace> inputs;
  std::shared_ptr<TextTable> texts;
};

class LateObject : public native::Object {
 public:
  // `operands`: the numbers, in the graph of the model.
  LateObject(OpenCall constructor, std::vector<expr::ExprId> operands)
      : constructor_(std::move(constructor)), operands_(std::move(operands)) {}

  std::span<const expr::ExprId> operands() const { return operands_; }
  // The object for these numbers; null if the constructor fails, and `why` says why.
  std::shared_ptr<const native::Object> Make(std::span<const double> in, std::string* why) const;

 private:
  struct Made {
    std::vector<double> in;
    std::shared_ptr<const native::Object> object;
  };

  const OpenCall constructor_;
  const std::vector<expr::ExprId> operands_;
  mutable std::mutex mutex_;
  mutable std::vector<Made> made_;  // the last one used stands first
};

// A native function with late objects among its arguments. After its own inputs follow those of the objects,
// in the order of the arguments.
class CallOfLateObjects : public expr::Function {
 public:
  CallOfLateObjects(std::string name, OpenCall open, std::vector<NativePlace> outputs);

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;

  const OpenCall open_;
  const std::vector<NativePlace> outputs_;
};

}  // namespace daedalus::routine
