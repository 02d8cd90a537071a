#include "daedalus/products/page/describe_variables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "daedalus/model/described_variables.h"

namespace daedalus::page {
namespace {

using model::ValueSource;
using model::VariableDescription;
using model::VariableType;

bool IsWhole(VariableType type) {
  return type != VariableType::kReal;
}

class ColumnTable {
 public:
  ColumnTable(const RunOfPage& run, PageData& page) : run_(run), page_(page) {}

  // kNothing if the values are constant or were not stored.
  std::uint32_t Add(const VariableDescription& variable) {
    const ValueSource& source = variable.source;
    const bool is_held = source.kind == ValueSource::Kind::kHeld;
    if (source.kind != ValueSource::Kind::kQuantity && !is_held) return kNothing;
    const auto place =
        is_held ? static_cast<std::uint32_t>(run_.quantities.size()) + source.index : source.index;
    const auto [found, is_new] = known_.try_emplace(place, kNothing);
    if (!is_new) return found->second;
    auto values = run_.values(place);
    if (!values) return kNothing;
    found->second = static_cast<std::uint32_t>(page_.columns.size());
    page_.columns.push_back({*std::move(values), is_held || IsWhole(variable.type), IsWhole(variable.type)});
    return found->second;
  }

 private:
  const RunOfPage& run_;
  PageData& page_;
  std::map<std::uint32_t, std::uint32_t> known_;
};

// The texts of the Strings that occur in the run.
void AddTexts(const Enumeration& strings, const PageData& page, std::map<int, std::string>& out) {
  for (const PageVariable& variable : page.variables) {
    if (variable.about.type != VariableType::kString || variable.column == kNothing) continue;
    for (const double value : page.columns[variable.column].values) {
      const auto text = strings.TextOf(value);
      if (text) out.try_emplace(static_cast<int>(value), *text);
    }
  }
}

void AddLiterals(const System& system, PageData& page) {
  for (const Enumeration& enumeration : system.enumerations) {
    if (enumeration.is_string()) {
      AddTexts(enumeration, page, page.literals["String"]);
      continue;
    }
    std::map<int, std::string>& names = page.literals[enumeration.name];
    for (std::size_t i = 0; i < enumeration.literals.size(); ++i)
      names.emplace(static_cast<int>(i) + 1, enumeration.literals[i]);
  }
}

}  // namespace

void DescribeVariables(const RunOfPage& run, PlaceTable& places, PageData& page) {
  ColumnTable columns(run, page);
  const auto take = [&](VariableDescription&& variable) {
    PageVariable out;
    out.column = columns.Add(variable);
    out.sign = variable.source.sign;
    out.place = places.Add(variable.declared_at);
    out.about = std::move(variable);
    page.variables.push_back(std::move(out));
  };
  model::ForEachVariable(*run.given, run.quantities, model::Detail::kAll, take);
  model::ForEachOther(*run.given->system, [&](VariableDescription&& variable) {
    if (variable.source.kind == ValueSource::Kind::kText) take(std::move(variable));
  });
  AddLiterals(*run.given->system, page);
}

}  // namespace daedalus::page
