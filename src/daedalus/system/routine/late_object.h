// An external object whose constructor needs numbers that are known only at the start of a simulation. An
// example is a table from which an initial equation reads a time. Calls that use the object pass these
// numbers on. The constructor runs whenever the numbers are new.
//
// While initial equations are being solved, the numbers change and make several objects. The last ones are
// kept. The language cannot see any state of an ExternalObject, so equal numbers may share an object.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/routine/native_function.h"

namespace daedalus::routine {

// A call with some numbers and texts already known. The others are filled in by their places.
struct OpenCall {
  const native::Native* native = nullptr;
  native::NativeCall call;  // placeholders stand for unknown numbers and texts
  std::vector<NativePlace> inputs;
  std::shared_ptr<TextTable> texts;
};

class LateObject : public native::Object {
 public:
  // `operands` are the numbers, as expressions of the graph of the model.
  LateObject(OpenCall constructor, std::vector<expr::ExprId> operands)
      : constructor_(std::move(constructor)), operands_(std::move(operands)) {}

  std::span<const expr::ExprId> operands() const { return operands_; }
  // The object for these numbers. If the constructor fails, the result is null and `why` gives the reason.
  std::shared_ptr<const native::Object> Make(std::span<const double> in, std::string* why) const;

 private:
  struct Made {
    std::vector<double> in;
    std::shared_ptr<const native::Object> object;
  };

  const OpenCall constructor_;
  const std::vector<expr::ExprId> operands_;
  mutable std::mutex mutex_;
  mutable std::vector<Made> made_;  // the most recently used object first
};

// A native function with late objects among its arguments. Its inputs are followed by the inputs of the
// objects, in the order of the arguments.
class CallOfLateObjects : public expr::Function {
 public:
  CallOfLateObjects(std::string name, OpenCall open, std::vector<NativePlace> outputs);

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;

  const OpenCall open_;
  const std::vector<NativePlace> outputs_;
};

}  // namespace daedalus::routine
