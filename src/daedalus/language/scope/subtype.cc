#include "daedalus/language/scope/subtype.h"

#include <algorithm>
#include <set>

namespace daedalus::scope {
namespace {

bool IsClassOfPackage(EnvTable& table, EnvId env, const Member& member) {
  return member.is_class && table.KindOf(env) == syntax::ClassKind::kPackage;
}

class Comparison {
 public:
  explicit Comparison(EnvTable& table) : table_(table) {}

  std::string Compare(EnvId sub, EnvId super) {
    if (sub == super || !visited_.insert({sub, super}).second) return {};
    if (table_[sub].is_broken || table_[super].is_broken) return {};
    const Predefined a = table_[sub].predefined, b = table_[super].predefined;
    if (a != Predefined::kNone || b != Predefined::kNone) return ComparePredefined(sub, super);
    if (Inherits(sub, table_[super].cls)) return {};
    const std::size_t count = table_.Members(super).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      std::string why = CompareMember(sub, super, i);
      if (!why.empty()) return why;
    }
    return {};
  }

 private:
  std::string ComparePredefined(EnvId sub, EnvId super) {
    if (table_[sub].predefined == table_[super].predefined) return CompareLiterals(sub, super);
    return fmt::format("{} is not a kind of {}", BaseName(sub), BaseName(super));
  }

  // Enumerations are the same when their literals are.
  std::string CompareLiterals(EnvId sub, EnvId super) {
    const ClassId a = table_[sub].enumeration, b = table_[super].enumeration;
    if (a == b || !a.IsValid() || !b.IsValid()) return {};
    const auto &first = table_.store().definition(a), &second = table_.store().definition(b);
    const auto given = table_.store().tree(a).List(first.literals);
    const auto wanted = table_.store().tree(b).List(second.literals);
    const bool is_any = first.has_open_enumeration || second.has_open_enumeration;
    const bool is_same = std::equal(given.begin(), given.end(), wanted.begin(), wanted.end(),
                                    [](const auto& x, const auto& y) { return x.name.name == y.name.name; });
    return is_any || is_same ? std::string() : "it has other literals";
  }

  // "Real" for a type that is Real in the end, otherwise the name of the class.
  std::string BaseName(EnvId env) {
    const Predefined type = table_[env].predefined;
    return table_.NameOf(
        type == Predefined::kNone || type == Predefined::kEnumeration ? env : table_.PredefinedEnv(type));
  }

  bool Inherits(EnvId env, ClassId cls) {
    // A class that deselects components of its base class is perhaps no subtype of it.
    const ClassEnv& checked = table_[env];
    return checked.deselected.empty() &&
           std::ranges::any_of(checked.parts, [&](const Part& part) { return part.cls == cls; });
  }

  std::string CompareMember(EnvId sub, EnvId super, std::uint32_t index) {
    const Member& asked = table_.Members(super)[index];
    if (asked.is_protected) return {};
    const std::uint32_t found = table_.FindMember(sub, asked.name);
    if (found == kNoMember && IsClassOfPackage(table_, super, asked)) return {};
    if (found == kNoMember) return fmt::format("it has no `{}`", table_.Text(asked.name));
    const Member& given = table_.Members(sub)[found];
    if (given.is_protected) return fmt::format("its `{}` is protected", table_.Text(asked.name));
    if (given.is_class != asked.is_class) {
      return fmt::format("its `{}` is a {}, and no {}", table_.Text(asked.name),
                         given.is_class ? "class" : "component", asked.is_class ? "class" : "component");
    }
    if (asked.is_class) return {};
    const EnvId type = table_.EnvOf(sub, found), wanted = table_.EnvOf(super, index);
    if (!type.IsValid() || !wanted.IsValid()) return {};
    std::string why = Compare(type, wanted);
    if (why.empty()) {
      why = WhyOtherDimensions(given.dimensions.size() + table_[type].dimensions.size(),
                               asked.dimensions.size() + table_[wanted].dimensions.size());
    }
    return why.empty() ? why : fmt::format("its `{}` does not fit: {}", table_.Text(asked.name), why);
  }

  EnvTable& table_;
  std::set<std::pair<EnvId, EnvId>> visited_;  // a class may have itself as the type of a member's member
};

}  // namespace

std::string WhyNotSubtype(EnvTable& table, EnvId sub, EnvId super) {
  return Comparison(table).Compare(sub, super);
}

std::string MissingClass(EnvTable& table, EnvId sub, EnvId super) {
  if (table[sub].is_broken || table[super].is_broken) return {};
  for (const Member& asked : table.Members(super)) {
    if (!asked.is_protected && IsClassOfPackage(table, super, asked) &&
        table.FindMember(sub, asked.name) == kNoMember)
      return std::string(table.Text(asked.name));
  }
  return {};
}

std::string WhyOtherDimensions(std::size_t sub, std::size_t super) {
  if (sub == super) return {};
  return fmt::format("it has {} dimension{}, but {} {} required", sub, sub == 1 ? "" : "s", super,
                     super == 1 ? "is" : "are");
}

}  // namespace daedalus::scope
