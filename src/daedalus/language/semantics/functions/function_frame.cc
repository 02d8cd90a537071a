#include "daedalus/language/semantics/functions/function_frame.h"

#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {
namespace {

using scope::Member;
using scope::Modifier;

Lowering MakeLowering(Context& context, FunctionFrame& frame, TextScope& text) {
  Lowering l{context, text, frame.purpose};
  l.depends_on_free = frame.depends_on_free;
  return l;
}

// The modifier that gives the member its value; null: there is none.
const Modifier* DefaultOf(const FunctionFrame& frame, const Member& member) {
  for (const Modifier* outer : frame.modifiers) {
    const Modifier* node = outer->Child(member.name);
    if (node != nullptr && (node->value.IsValid() || node->is_break)) return node->is_break ? nullptr : node;
  }
  return DeclaredValue(member);
}

// The modifiers of the fields of a member that is a record.
std::vector<const Modifier*> FieldModifiers(const FunctionFrame& frame, const Member& member) {
  std::vector<const Modifier*> modifiers;
  for (const Modifier* outer : frame.modifiers) {
    if (const Modifier* node = outer->Child(member.name)) modifiers.push_back(node);
  }
  modifiers.insert(modifiers.end(), member.mods.begin(), member.mods.end());
  return modifiers;
}

// A record whose fields have the values of their declarations; they are unknown if these have none.
Value InitialRecord(Context& context, FunctionFrame& around, const Member& member, scope::EnvId env,
                    const Dims& dims) {
  FunctionFrame frame{env, around.node, around.purpose};
  frame.locals.resize(context.envs.Members(env).size());
  frame.modifiers = FieldModifiers(around, member);
  frame.around = &around;
  frame.depends_on_free = around.depends_on_free;
  std::vector<Value> fields;
  for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
    if (context.envs.Members(env)[i].is_class) continue;
    if (!EnsureLocal(context, frame, i)) return {};
    fields.push_back(frame.locals[i].value);
  }
  Value record = RecordOf(TypeOfClass(context, env), std::move(fields), Variability::kConstant);
  return dims.empty() ? record : Repeated(record, dims);
}

// An array of records whose size is known only during the run; each record is like the given one.
Value RecordsOfRun(Context& context, FunctionFrame& frame, const Local& local, const Value& item) {
  if (item.IsError()) return {};
  TextScope text{context.envs.store().tree(context.envs[frame.env].cls), frame.node, {}, {}, &frame};
  Lowering l = MakeLowering(context, frame, text);
  std::vector<Scalar> sizes;
  for (std::size_t d = 0; d < local.dims.size(); ++d)
    sizes.push_back(local.dims[d] == kUnknownSize ? local.run_sizes[d]
                                                  : Constant(static_cast<double>(local.dims[d])));
  bool is_known = true;
  ForEachLeaf(item,
              [&](const Value& leaf) { is_known = is_known && !leaf.HasUnknownSize() && !leaf.IsOfRun(); });
  if (!is_known)
    return l.Refuse({},
                    "a record in an array of the run has an array whose size is known during the run only");
  return FilledOfRun(l, item, sizes);
}

// True if its declaration gives it a size that is known only during the run, or an open size that may be so.
bool IsOfSizeOfRun(const Context& context, const FunctionFrame& frame, const Local& local) {
  if (frame.writer == nullptr || !HasUnknownSize(local.dims)) return false;
  const auto is_given = [](const Scalar& size) { return !size.IsUnknown(); };
  return context.functions.run_sizes == RunSizes::kOpen ||
         std::any_of(local.run_sizes.begin(), local.run_sizes.end(), is_given);
}

// True if its declaration gives all of its sizes, and some of them are known only during the run.
bool HasSizesOfRun(const FunctionFrame& frame, const Local& local) {
  if (frame.writer == nullptr || local.run_sizes.empty()) return false;
  for (std::size_t d = 0; d < local.dims.size(); ++d) {
    if (local.dims[d] == kUnknownSize && local.run_sizes[d].IsUnknown()) return false;
  }
  return true;
}

// The value of a declaration. If it reads a variable without a value, it is kError. That is a mistake only if
// the variable is used before it is assigned.
Value DefaultValue(Context& context, FunctionFrame& frame, const Modifier& given, bool* reads_nothing) {
  TextScope text = FrameText(frame, *given.tree, given.scope);
  Lowering l = MakeLowering(context, frame, text);
  bool* const outer = std::exchange(frame.reads_nothing, reads_nothing);
  Value value = Lower(l, given.value);
  frame.reads_nothing = outer;
  return value;
}

bool FindFirstValue(Context& context, FunctionFrame& frame, std::uint32_t index) {
  const Member& member = context.envs.Members(frame.env)[index];
  const scope::EnvId env = context.envs.EnvOf(frame.env, index);
  if (!env.IsValid() || context.envs[env].is_broken) return false;
  Local& local = frame.locals[index];
  const auto dims = DeclaredDims(context, frame, index);
  if (!dims) return false;
  const Type type = TypeOfClass(context, env);
  if (type == BaseType::kError) return false;
  bool reads_nothing = false;
  const Modifier* const given = DefaultOf(frame, member);
  bool* const noted = member.causality != syntax::Causality::kInput ? &reads_nothing : nullptr;
  Value first_value = given != nullptr ? DefaultValue(context, frame, *given, noted) : Value();
  if (given != nullptr && !reads_nothing) {
    TextScope text = FrameText(frame, *given->tree, given->scope);
    Lowering l = MakeLowering(context, frame, text);
    Value value = std::move(first_value);
    if (value.IsError()) return false;
    local.dims = *dims;
    value = FitLocal(l, frame, index, std::move(value), l.SpanOf(given->value));
    local.is_assigned = true;
    const bool is_given_size = value.IsOfRun() || !local.run_sizes.empty();
    const bool is_array_of_records = value.IsRecord() && !local.dims.empty();
    if (!value.IsError() && is_array_of_records && WritesCode(l) && (is_given_size || LiesInArena(value)))
      CheckDeclaredSizes(l, local, value);
    if (value.IsError() || !WritesCode(l) || !is_given_size || is_array_of_records) {
      local.value = std::move(value);
      return !local.value.IsError();
    }
    // A copy of its own.
    if (!local.run_sizes.empty()) local.value = DeclareArray(l, local, type);
    return AssignArray(l, local, value, l.SpanOf(given->value));
  }
  local.dims = *dims;
  const bool is_record = type == BaseType::kRecord;
  const bool is_argument = member.causality == syntax::Causality::kInput;
  Dims first = *dims;
  // An open size begins with 0, and becomes that of an assigned value (section 12.4.5).
  if (!is_argument && frame.writer == nullptr && frame.purpose.mode != Mode::kCheck)
    std::replace(first.begin(), first.end(), kUnknownSize, std::int64_t{0});
  local.value = is_record ? InitialRecord(context, frame, member, env, *dims) : ArrayValue(type, first);
  if (is_record && !is_argument && HasSizesOfRun(frame, local)) {
    local.value = RecordsOfRun(context, frame, local, InitialRecord(context, frame, member, env, {}));
    local.is_assigned = true;
    return !local.value.IsError();
  }
  if (!is_record && !is_argument && IsOfSizeOfRun(context, frame, local)) {
    TextScope text{context.envs.store().tree(context.envs[frame.env].cls), frame.node, {}, {}, &frame};
    Lowering l = MakeLowering(context, frame, text);
    local.value = DeclareArray(l, local, type);
    local.is_assigned = local.capacity.has_value();  // it is empty
    return true;
  }
  // Which fields of a record were assigned is not recorded: unknown ones are found when they are used. In an
  // array without elements there is nothing to assign.
  const bool is_empty = !first.empty() && !HasUnknownSize(first) && NumElements(first) == 0;
  local.is_assigned = is_record || is_empty;
  return !local.value.IsError();
}

}  // namespace

const scope::Modifier* DeclaredValue(const Member& member) {
  for (const auto* list : {&member.mods, &member.redeclaring.outer_constraints}) {
    for (const Modifier* node : *list) {
      if (node->is_break) return nullptr;
      if (node->value.IsValid()) return node;
    }
  }
  return nullptr;
}

FunctionFrame MakeFrame(const Lowering& l, scope::EnvId env, NodeId node) {
  FunctionFrame frame{env, node, l.purpose};
  frame.locals.resize(l.context.envs.Members(env).size());
  frame.depends_on_free = l.depends_on_free;
  return frame;
}

TextScope FrameText(FunctionFrame& frame, const syntax::Tree& tree, scope::Scope scope) {
  FunctionFrame* found = &frame;
  while (found != nullptr && found->env != scope.env) found = found->around;
  return {tree, frame.node, scope, {}, found};
}

std::optional<Dims> DeclaredDims(Context& context, FunctionFrame& frame, std::uint32_t index) {
  const Member& member = context.envs.Members(frame.env)[index];
  const scope::EnvId env = context.envs.EnvOf(frame.env, index);
  if (!env.IsValid()) return std::nullopt;
  std::vector<scope::DeclaredText> declared = member.dimensions;
  const auto of_type = context.envs[env].dimensions;
  declared.insert(declared.end(), of_type.begin(), of_type.end());
  Dims dims;
  for (const scope::DeclaredText& dimension : declared) {
    std::int64_t size = kUnknownSize;
    if ((*dimension.tree)[dimension.expression].kind != syntax::ExpressionKind::kColon) {
      TextScope text = FrameText(frame, *dimension.tree, dimension.scope);
      Lowering l = MakeLowering(context, frame, text);
      const auto found = LowerDimension(l, dimension.expression);
      if (!found) return std::nullopt;
      size = found->size;
      if (frame.writer == nullptr && size == kUnknownSize && WritesCode(l)) {
        l.Refuse(l.SpanOf(dimension.expression),
                 "the size of a field of a record is known during the run only");
        return std::nullopt;
      }
      if (frame.writer != nullptr && size == kUnknownSize) {
        frame.locals[index].run_sizes.resize(declared.size());
        frame.locals[index].run_sizes[dims.size()] = InRegister(l, found->of_run);
      }
      if (found->index_type != BaseType::kInteger) {
        frame.locals[index].index_types.resize(dims.size() + 1, BaseType::kInteger);
        frame.locals[index].index_types.back() = found->index_type;
      }
    }
    dims.push_back(size);
    // Later dimensions may need it: `A[2, size(A, 1)]`.
    if (frame.locals[index].progress == Progress::kInProgress) frame.locals[index].dims = dims;
  }
  return dims;
}

bool HasDefault(const Context& context, const FunctionFrame& frame, std::uint32_t member) {
  return DefaultOf(frame, context.envs.Members(frame.env)[member]) != nullptr;
}

bool EnsureLocal(Context& context, FunctionFrame& frame, std::uint32_t index) {
  Local& local = frame.locals[index];
  if (local.progress == Progress::kDone) return true;
  if (local.progress == Progress::kFailed) return false;
  if (local.progress == Progress::kInProgress) {
    const Member& member = context.envs.Members(frame.env)[index];
    context.reporter.Report(Error(Code::kCyclicDeclaration, member.span,
                                  "the declaration of `{}` depends on itself", context.Text(member.name)));
    return false;
  }
  local.progress = Progress::kInProgress;
  const bool ok = FindFirstValue(context, frame, index);
  local.progress = ok ? Progress::kDone : Progress::kFailed;
  return ok;
}

Value FitLocal(Lowering& l, FunctionFrame& frame, std::uint32_t index, Value value, Span span) {
  const Member& member = l.context.envs.Members(frame.env)[index];
  const Type type = TypeOfClass(l.context, l.context.envs.EnvOf(frame.env, index));
  const std::string_view name = l.context.Text(member.name);
  if (!l.types().IsAssignable(type, value.type)) {
    auto error = Error(Code::kTypeMismatch, span, "`{}` is of type {}, but this is {}", name,
                       l.types().Name(type), l.TypeText(value));
    if (type == BaseType::kInteger && value.type == BaseType::kReal) error.Hint("`integer(...)` rounds down");
    l.context.reporter.Report(std::move(error).With(member.span, "declared here"));
    return {};
  }
  if (!AreCompatible(frame.locals[index].dims, value.dims)) {
    l.context.reporter.Report(Error(Code::kDimensionMismatch, span, "`{}` is {}, but this is {}", name,
                                    l.context.TypeText(type, frame.locals[index].dims), l.TypeText(value))
                                  .With(member.span, "declared here"));
    return {};
  }
  return Coerced(l.types(), std::move(value), type);
}

}  // namespace daedalus::semantics
