// Everything that the page of a run shows, as plain values. JSON and binary are made of them (page_json.h,
// encode_values.h); the page itself knows nothing else.
//
// Indices count the entries of the lists in PageData. kNothing stands for "none".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "daedalus/model/description.h"
#include "daedalus/products/cad/read_solid.h"
#include "daedalus/results/page_fact.h"

namespace daedalus::page {

constexpr std::uint32_t kNothing = 0xffffffff;

// A piece of the user's text.
struct PagePlace {
  std::string file;  // its name without folders
  std::uint32_t line = 0, column = 0;
  std::string text;  // cut if it is long
};

struct PageVariable {
  model::VariableDescription about;
  std::uint32_t column = kNothing;  // in PageData::columns; kNothing: constant, or not stored
  int sign = 1;                     // its values are `sign` times those of the column
  std::uint32_t place = kNothing;   // where it was declared
};

struct PageEquation {
  enum class Kind : std::uint8_t {
    kComputed,  // in a block
    kAlias,     // removed together with a variable that is another one under a new name
  };
  Kind kind = Kind::kComputed;
  std::string text;
  std::uint32_t place = kNothing;
  std::string component;             // empty: the model itself
  std::string unknown;               // what it is solved for
  std::uint32_t block = kNothing;    // in PageData::blocks
  std::vector<std::string> history;  // sentences, oldest first
  std::vector<std::uint32_t> variables;
};

struct PageBlock {
  std::string kind;    // "assignment", "linear", ...
  std::string method;  // how it is solved
  std::uint32_t num_equations = 0;
  std::vector<std::string> torn_by;
};

// Two connectors, by their full names.
struct PageConnection {
  std::string from, to;
  std::uint32_t place = kNothing;

  friend bool operator==(const PageConnection&, const PageConnection&) = default;
};

struct PageEvent {
  double time = 0;
  std::string cause;
  std::vector<std::string> changes;
};

struct PageMessage {
  std::string severity;  // "warning", "error", "note"
  std::string message;
  std::vector<std::uint32_t> places;
  std::vector<std::string> notes;  // and the hint
};

// The values over time of one quantity. Aliases share it.
struct PageColumn {
  std::vector<double> values;
  bool is_held = false;   // from one point to the next
  bool is_whole = false;  // the values are integers
};

struct PageData {
  std::string title;        // the model
  std::string description;  // the description of the model; may be empty
  std::string subtitle;     // how it was run
  std::vector<results::PageFact> facts;
  std::vector<std::string> limits;  // sentences: what the page leaves out, and why
  std::vector<PagePlace> places;
  std::vector<PageVariable> variables;
  std::map<std::string, std::map<int, std::string>> literals;  // by enumeration; "String": texts of the run
  std::vector<PageEquation> equations;
  std::vector<PageBlock> blocks;
  std::vector<PageConnection> connections;
  std::vector<PageMessage> messages;
  std::vector<double> times;  // not decreasing; repeated at events
  std::vector<PageColumn> columns;
  std::vector<PageEvent> events;
  std::size_t num_events = 0;  // more than in `events`: the others are only counted
  // SVG of the diagrams of classes, by the instance that has the class: "" is the model, "motor" its
  // component. An element with data-component="a" stands for the component, one with data-connects="a.p b.n"
  // for the connection. May be empty.
  std::map<std::string, std::string> diagrams;
  // The files of CAD that visualizers name, by the text of `shapeType`.
  std::map<std::string, cad::Solid> solids;
};

}  // namespace daedalus::page
