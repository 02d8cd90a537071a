#include "daedalus/language/scope/check_prefixes.h"

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::scope {
namespace {

using syntax::Causality;
using syntax::Connection;
using syntax::Variability;

std::string_view Word(Variability variability) {
  switch (variability) {
    case Variability::kNone:
      return "";
    case Variability::kDiscrete:
      return "discrete";
    case Variability::kParameter:
      return "parameter";
    case Variability::kConstant:
      return "constant";
  }
  return "";
}
std::string_view Word(Causality causality) {
  return causality == Causality::kInput ? "input" : causality == Causality::kOutput ? "output" : "";
}
std::string_view Word(Connection connection) {
  return connection == Connection::kFlow ? "flow" : connection == Connection::kStream ? "stream" : "";
}

class PrefixChecker {
 public:
  PrefixChecker(EnvTable& table, EnvId env) : table_(table), env_(env) {}

  void Check() {
    const std::size_t count = table_.Members(env_).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Member& member = table_.Members(env_)[i];
      if (member.is_class) continue;
      const syntax::ComponentClause& clause = *member.clause;
      const bool has_prefix = clause.variability != Variability::kNone ||
                              clause.causality != Causality::kNone || clause.connection != Connection::kNone;
      if (!has_prefix) continue;
      const EnvId type = table_.EnvOf(env_, i);
      if (type.IsValid() && !table_[type].is_broken) CheckMember(member, type);
    }
    CheckShortClass();
    CheckStreams();
  }

 private:
  void CheckMember(const Member& member, EnvId type) {
    const syntax::ComponentClause& clause = *member.clause;
    if (IsModelKind(table_.KindOf(type))) {
      for (const std::string_view word :
           {Word(clause.variability), Word(clause.causality), Word(clause.connection)}) {
        if (!word.empty()) ReportModel(member, type, word);
      }
      return;
    }
    const bool is_fixed =
        clause.variability == Variability::kParameter || clause.variability == Variability::kConstant;
    if (is_fixed && IsConnectorKind(table_.KindOf(type))) {
      table_.ReportError(Error(Code::kBadPrefix, member.span, "`{}` is a connector, and cannot be a {}",
                               table_.Text(member.name), Word(clause.variability))
                             .With(table_.SpanOf(type), "its class")
                             .Hint("its class may have parameters and constants"));
    }
    const Predefined predefined = table_[type].predefined;
    const bool is_other_scalar = predefined != Predefined::kNone && predefined != Predefined::kReal;
    if (clause.connection != Connection::kNone && is_other_scalar) {
      table_.ReportError(Error(Code::kBadPrefix, member.span, "a {} variable is a Real, and `{}` is none",
                               Word(clause.connection), table_.Text(member.name)));
    }
    if (clause.causality != Causality::kNone) {
      if (const Member* inside = FindInside(type, kCausality))
        ReportInside(member, *inside, Word(clause.causality), Word(inside->causality));
    }
    if (clause.connection != Connection::kNone) {
      if (const Member* inside = FindInside(type, kConnection))
        ReportInside(member, *inside, Word(clause.connection), Word(inside->connection));
    }
  }

  void ReportModel(const Member& member, EnvId type, std::string_view word) {
    table_.ReportError(Error(Code::kBadPrefix, member.span, "`{}` is a {}, and cannot be {}",
                             table_.Text(member.name), syntax::TextOf(table_.KindOf(type)), word)
                           .With(table_.SpanOf(type), "its class")
                           .Hint("a `record` can"));
  }

  void ReportInside(const Member& member, const Member& inside, std::string_view word,
                    std::string_view other) {
    table_.ReportError(Error(Code::kBadPrefix, member.span, "`{}` is {}, but `{}` in it is {} already",
                             table_.Text(member.name), word, table_.Text(inside.name), other)
                           .With(inside.span, "declared here")
                           .Hint("remove one of the two prefixes"));
  }

  enum Prefix { kCausality, kConnection };

  // A component of a structure, or of a structure in it, that has the prefix itself.
  const Member* FindInside(EnvId type, Prefix prefix) {
    const bool is_structure =
        table_[type].predefined == Predefined::kNone && !IsFunctionKind(table_.KindOf(type));
    if (!is_structure) return nullptr;
    const std::size_t count = table_.Members(type).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Member& member = table_.Members(type)[i];
      if (member.is_class) continue;
      const bool has_it = prefix == kCausality ? member.causality != Causality::kNone
                                               : member.connection != Connection::kNone;
      if (has_it) return &table_.Members(type)[i];
    }
    return nullptr;
  }

  // `connector A = input B` where B has inputs and outputs.
  void CheckShortClass() {
    if (table_[env_].causality == Causality::kNone) return;
    const Member* inside = FindInside(env_, kCausality);
    if (inside == nullptr) return;
    table_.ReportError(Error(Code::kBadPrefix, table_.SpanOf(env_),
                             "`{}` is {} as a whole, but `{}` in it is {} already", table_.NameOf(env_),
                             Word(table_[env_].causality), table_.Text(inside->name), Word(inside->causality))
                           .With(inside->span, "declared here")
                           .Hint("remove one of the two prefixes"));
  }

  // A stream variable belongs to the one flow variable of its connector.
  void CheckStreams() {
    const Member* stream = nullptr;
    int num_flows = 0;
    for (const Member& member : table_.Members(env_)) {
      if (member.is_class) continue;
      if (member.connection == Connection::kStream && stream == nullptr) stream = &member;
      num_flows += member.connection == Connection::kFlow;
    }
    if (stream == nullptr) return;
    const syntax::ClassKind kind = table_.KindOf(env_);
    if (IsModelKind(kind)) {
      table_.ReportError(Error(Code::kBadPrefix, stream->span,
                               "`{}` is a stream variable, but this is not a connector",
                               table_.Text(stream->name))
                             .With(table_.SpanOf(env_), "the class")
                             .Hint("a connector has stream variables, and one flow variable for them"));
    } else if (IsConnectorKind(kind) && num_flows != 1) {
      table_.ReportError(Error(Code::kBadPrefix, stream->span,
                               "a connector with stream variables has one flow variable, and this has {}",
                               num_flows == 0 ? std::string("none") : std::to_string(num_flows))
                             .With(table_.SpanOf(env_), "the connector"));
    }
  }

  EnvTable& table_;
  EnvId env_;
};

}  // namespace

void CheckPrefixes(EnvTable& table, EnvId env) {
  PrefixChecker(table, env).Check();
}

}  // namespace daedalus::scope
