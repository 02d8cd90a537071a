#include "daedalus/language/semantics/instances/narrow_binding.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/scope/class_kinds.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionKind;
using syntax::NameId;

class Narrowing {
 public:
  Narrowing(Lowering& l, const Binding& binding) : l_(l) {
    out_.expression = binding.expression;
    if (binding.layer != nullptr) out_.rest = *binding.layer;
  }

  NarrowBinding Narrow() {
    while (TakeElement() || TakeArgument()) {
    }
    TakeMember();
    return std::move(out_);
  }

 private:
  const syntax::Expression& e() const { return l_.tree()[out_.expression]; }

  // One of `{a, b}`; if there are too few, the whole array is reported.
  bool TakeElement() {
    if (out_.rest.subscripts.empty() || e().kind != ExpressionKind::kArray) return false;
    const auto elements = l_.tree().Elements(e());
    const auto at = static_cast<std::size_t>(out_.rest.subscripts[0] - 1);
    if (at >= elements.size()) return false;
    out_.expression = elements[at];
    out_.rest.subscripts.erase(out_.rest.subscripts.begin());
    return true;
  }

  // The argument of that name in the call of a constructor, if all its arguments are fields of its record.
  bool TakeArgument() {
    if (out_.rest.fields.empty() || e().kind != ExpressionKind::kCall) return false;
    const syntax::Call& call = l_.tree().CallOf(e());
    const Meaning meaning = ResolveFunction(l_, call.function);
    const bool is_record = meaning.kind == Meaning::Kind::kClass && !meaning.is_in_component &&
                           scope::IsRecordKind(l_.context.envs.KindOf(meaning.env));
    if (!is_record) return false;
    const auto arguments = l_.tree().List(call.arguments);
    if (!std::ranges::all_of(arguments, [&](const auto& a) { return IsOrdinaryField(meaning.env, a.name); }))
      return false;
    const auto found = std::ranges::find(arguments, out_.rest.fields[0], &syntax::Argument::name);
    if (found == arguments.end()) return false;
    // One value may be meant for all elements of an array.
    if (!out_.rest.subscripts.empty() && l_.tree()[found->value].kind != ExpressionKind::kArray) return false;
    out_.expression = found->value;
    out_.rest.fields.erase(out_.rest.fields.begin());
    return true;
  }

  bool IsOrdinaryField(scope::EnvId env, NameId name) {
    const std::uint32_t member = name.IsValid() ? l_.context.envs.FindMember(env, name) : scope::kNoMember;
    if (member == scope::kNoMember) return false;
    const scope::Member& field = l_.context.envs.Members(env)[member];
    return !field.is_class && !field.is_final && !field.is_protected &&
           field.variability != syntax::Variability::kConstant;
  }

  // A member of the component that a reference names.
  void TakeMember() {
    if (out_.rest.fields.empty() || e().kind != ExpressionKind::kReference) return;
    const syntax::ReferenceId id = l_.tree().ReferenceIdOf(e());
    const NameId first = l_.tree().List(l_.tree()[id].parts)[0].name;
    const bool is_loop =
        std::ranges::any_of(l_.scope.loops, [&](const auto& loop) { return loop.name == first; });
    if (is_loop || l_.scope.frame != nullptr) return;
    const Meaning meaning = Resolve(l_, id);
    if (meaning.kind != Meaning::Kind::kComponent) return;
    scope::EnvId env = l_.context.envs.EnvOf(meaning.env, meaning.index);
    for (const auto& part : l_.tree().List(l_.tree()[id].parts).subspan(meaning.num_parts))
      env = EnvOfMember(env, part.name);
    for (const NameId name : out_.rest.fields) env = EnvOfMember(env, name);
    if (env.IsValid()) out_.names = std::exchange(out_.rest.fields, {});
  }

  // Invalid: there is none.
  scope::EnvId EnvOfMember(scope::EnvId env, NameId name) {
    if (!env.IsValid() || !scope::IsRecordKind(l_.context.envs.KindOf(env))) return {};
    const std::uint32_t member = l_.context.envs.FindMember(env, name);
    if (member == scope::kNoMember || l_.context.envs.Members(env)[member].is_class) return {};
    return l_.context.envs.EnvOf(env, member);
  }

  Lowering& l_;
  NarrowBinding out_;
};

}  // namespace

NarrowBinding Narrowed(Lowering& l, const Binding& binding) {
  return Narrowing(l, binding).Narrow();
}

Value LowerNarrow(Lowering& l, const NarrowBinding& narrow) {
  if (l.purpose.mode == Mode::kStructural)
    return LowerStructural(l, narrow.expression, l.purpose.what, narrow.names);
  if (narrow.names.empty()) return Lower(l, narrow.expression);
  return LowerReference(l, l.tree().ReferenceIdOf(l.tree()[narrow.expression]), narrow.names);
}

}  // namespace daedalus::semantics
