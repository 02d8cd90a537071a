#include "daedalus/system/routine/late_object.h"

#include <algorithm>

namespace daedalus::routine {
namespace {

// Enough for the values that one initial problem tries, in two threads.
constexpr std::size_t kMaxKept = 8;

std::size_t NumInputs(const OpenCall& open) {
  std::size_t count = open.inputs.size();
  for (const native::Datum& datum : open.call.arguments) {
    const auto* const late = dynamic_cast<const LateObject*>(datum.object.get());
    count += late != nullptr ? late->operands().size() : 0;
  }
  return count;
}

// Puts numbers and texts in their places. Returns false if a text has no value.
bool Fill(const OpenCall& open, std::span<const double> in, native::NativeCall* call, std::string* why) {
  for (std::size_t i = 0; i < open.inputs.size(); ++i) {
    native::Datum& datum = call->arguments[open.inputs[i].argument];
    if (datum.texts.empty()) {
      datum.numbers[open.inputs[i].element] = in[i];
    } else if (const auto text = open.texts->TextOf(in[i])) {
      datum.texts[open.inputs[i].element] = *text;
    } else {
      if (why != nullptr) *why = "a String has no value";
      return false;
    }
  }
  return true;
}

}  // namespace

std::shared_ptr<const native::Object> LateObject::Make(std::span<const double> in, std::string* why) const {
  const std::lock_guard lock(mutex_);
  const auto known =
      std::ranges::find_if(made_, [&](const Made& made) { return std::ranges::equal(made.in, in); });
  if (known != made_.end()) {
    std::rotate(made_.begin(), known, known + 1);
    return made_.front().object;
  }
  native::NativeCall call = constructor_.call;
  if (!Fill(constructor_, in, &call, why)) return nullptr;
  if (std::optional<std::string> failed = constructor_.native->function(call)) {
    if (why != nullptr) *why = std::move(*failed);
    return nullptr;
  }
  if (made_.size() == kMaxKept) made_.pop_back();
  made_.insert(made_.begin(), {{in.begin(), in.end()}, call.result.object});
  return call.result.object;
}

CallOfLateObjects::CallOfLateObjects(std::string name, OpenCall open, std::vector<NativePlace> outputs)
    : Function(std::move(name), NumInputs(open), outputs.size()),
      open_(std::move(open)),
      outputs_(std::move(outputs)) {}

bool CallOfLateObjects::DoEvaluate(std::span<const double> in, std::span<double> out,
                                   std::string* why) const {
  const std::size_t num_own = open_.inputs.size();
  native::NativeCall call = open_.call;
  std::span<const double> rest = in.subspan(num_own);
  for (native::Datum& datum : call.arguments) {
    const auto* const late = dynamic_cast<const LateObject*>(datum.object.get());
    if (late == nullptr) continue;
    // `datum` owns the old object, so it is replaced only after its last use.
    std::shared_ptr<const native::Object> made = late->Make(rest.first(late->operands().size()), why);
    if (!made) return false;
    rest = rest.subspan(late->operands().size());
    datum.object = std::move(made);
  }
  const NativeFunction with_objects(name(), *open_.native, std::move(call), open_.inputs, outputs_,
                                    open_.texts);
  return with_objects.Evaluate(in.first(num_own), out, why);
}

}  // namespace daedalus::routine
