#include "daedalus/products/page/page_json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "daedalus/base/base64.h"
#include "daedalus/system/units/parse_unit.h"

namespace daedalus::page {
namespace {

using Json = nlohmann::ordered_json;

// Texts that many variables share, each of them once.
class Texts {
 public:
  std::uint32_t Add(const std::string& text) {
    const auto [found, is_new] = known_.try_emplace(text, static_cast<std::uint32_t>(all_.size()));
    if (is_new) all_.push_back(text);
    return found->second;
  }
  Json Take() { return std::move(all_); }

 private:
  std::unordered_map<std::string, std::uint32_t> known_;
  Json all_ = Json::array();
};

Json NumberOrNull(std::uint32_t index) {
  return index == kNothing ? Json(-1) : Json(index);
}

Json OptionalJson(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json StartJson(const model::VariableDescription& variable) {
  if (variable.source.kind == model::ValueSource::Kind::kText) return variable.text;
  return OptionalJson(variable.start);
}

Json VariablesJson(const std::vector<PageVariable>& variables, Texts& texts) {
  Json out = Json::object();
  for (const char* key :
       {"name", "type", "causality", "variability", "unit", "display", "about", "literals", "column", "sign",
        "start", "min", "max", "nominal", "alias", "derivative_of", "settable", "place"})
    out[key] = Json::array();
  for (const PageVariable& v : variables) {
    const model::VariableDescription& d = v.about;
    out["name"].push_back(d.name);
    out["type"].push_back(texts.Add(std::string(NameOf(d.type))));
    out["causality"].push_back(texts.Add(std::string(NameOf(d.causality))));
    out["variability"].push_back(texts.Add(std::string(NameOf(d.variability))));
    out["unit"].push_back(texts.Add(d.unit));
    out["display"].push_back(texts.Add(d.display_unit));
    out["about"].push_back(texts.Add(d.description));
    const bool is_text = d.type == model::VariableType::kString;
    out["literals"].push_back(texts.Add(is_text ? "String" : d.enumeration));
    out["column"].push_back(NumberOrNull(v.column));
    out["sign"].push_back(v.sign);
    out["start"].push_back(StartJson(d));
    out["min"].push_back(OptionalJson(d.min));
    out["max"].push_back(OptionalJson(d.max));
    out["nominal"].push_back(OptionalJson(d.nominal));
    out["alias"].push_back(d.alias_of ? Json(d.alias_of->variable) : Json(-1));
    out["derivative_of"].push_back(d.derivative_of ? Json(*d.derivative_of) : Json(-1));
    out["settable"].push_back(d.is_settable ? 1 : 0);
    out["place"].push_back(NumberOrNull(v.place));
  }
  return out;
}

Json EquationsJson(const std::vector<PageEquation>& equations, Texts& texts) {
  Json out = Json::array();
  for (const PageEquation& e : equations) {
    // In the order that view/decode.js knows.
    out.push_back(
        Json::array({e.kind == PageEquation::Kind::kAlias ? 1 : 0, e.text, NumberOrNull(e.place),
                     texts.Add(e.component), e.unknown, NumberOrNull(e.block), e.history, e.variables}));
  }
  return out;
}

// Factor and offset to base units of each unit that has a display unit, and of the display units.
Json UnitsJson(const std::vector<PageVariable>& variables) {
  std::set<std::string> texts;
  for (const PageVariable& v : variables) {
    if (v.about.display_unit.empty() || v.about.display_unit == v.about.unit) continue;
    texts.insert(v.about.unit);
    texts.insert(v.about.display_unit);
  }
  Json out = Json::object();
  for (const std::string& text : texts) {
    const auto unit = units::ParseUnit(text).unit;
    if (unit && unit->factor != 0.0) out[text] = Json::array({unit->factor, unit->offset});
  }
  return out;
}

Json LiteralsJson(const PageData& page) {
  Json out = Json::object();
  for (const auto& [type, names] : page.literals) {
    Json& of_type = out[type] = Json::object();
    for (const auto& [number, name] : names) of_type[std::to_string(number)] = name;
  }
  return out;
}

template <class T, class Write>
Json ListJson(const std::vector<T>& items, Write write) {
  Json out = Json::array();
  for (const T& item : items) out.push_back(write(item));
  return out;
}

Json ColumnsJson(const PageData& page, const EncodedValues& values) {
  Json out = Json::array();
  for (std::size_t i = 0; i < values.columns.size(); ++i) {
    const EncodedColumn& c = values.columns[i];
    const bool is_held = i > 0 && page.columns[i - 1].is_held;
    out.push_back(Json::array({c.at, static_cast<int>(c.form), c.low, c.step, is_held ? 1 : 0}));
  }
  return out;
}

// The numbers as they lie in memory, little-endian. The whole JSON is compressed afterwards.
template <class T>
std::string NumbersText(const std::vector<T>& numbers) {
  return EncodeBase64({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)});
}

Json SolidsJson(const std::map<std::string, cad::Solid>& solids) {
  Json out = Json::object();
  for (const auto& [name, solid] : solids)
    out[name] = Json::array({NumbersText(solid.coordinates), NumbersText(solid.corners)});
  return out;
}

}  // namespace

Json PageJson(const PageData& page, const EncodedValues& values) {
  Texts texts;
  Json out;
  out["title"] = page.title;
  out["description"] = page.description;
  out["subtitle"] = page.subtitle;
  out["facts"] =
      ListJson(page.facts, [](const results::PageFact& f) { return Json::array({f.name, f.value, f.note}); });
  out["limits"] = page.limits;
  if (values.has_levels) {
    out["limits"].push_back(
        "The result is large. Each variable has 65,535 levels between its least and its largest value, so "
        "about four digits are right; the result file has all.");
  }
  out["places"] = ListJson(
      page.places, [](const PagePlace& p) { return Json::array({p.file, p.line, p.column, p.text}); });
  out["variables"] = VariablesJson(page.variables, texts);
  out["units"] = UnitsJson(page.variables);
  out["literals"] = LiteralsJson(page);
  out["equations"] = EquationsJson(page.equations, texts);
  out["blocks"] = ListJson(page.blocks, [](const PageBlock& b) {
    return Json::array({b.kind, b.method, b.num_equations, b.torn_by});
  });
  out["connections"] = ListJson(page.connections, [](const PageConnection& c) {
    return Json::array({c.from, c.to, NumberOrNull(c.place)});
  });
  out["messages"] = ListJson(page.messages, [](const PageMessage& m) {
    return Json::array({m.severity, m.message, m.places, m.notes});
  });
  out["num_points"] = page.times.size();
  out["columns"] = ColumnsJson(page, values);
  out["events"] =
      ListJson(page.events, [](const PageEvent& e) { return Json::array({e.time, e.cause, e.changes}); });
  out["num_events"] = page.num_events;
  out["diagrams"] = page.diagrams;
  out["solids"] = SolidsJson(page.solids);
  out["texts"] = texts.Take();
  return out;
}

}  // namespace daedalus::page
