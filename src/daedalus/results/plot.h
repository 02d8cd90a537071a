// What is to be plotted, for the page (html_plot.h) and for the terminal (terminal_sketch.h).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace daedalus::results {

struct PlotSeries {
  std::string name;
  std::string unit;            // may be empty
  std::string description;     // may be empty
  std::vector<double> values;  // one for each point of PlotSpec::x
  bool is_held = false;        // from one point to the next: drawn as steps
  std::map<int, std::string> names =
      {};  // of whole values: `true`, literals of an enumeration; empty: numbers
};

// An instant that is marked.
struct PlotEvent {
  double x = 0;
  std::string text;  // what happened
};

struct PlotSpec {
  std::string title;        // the model
  std::string description;  // what the model says of itself; may be empty
  std::string subtitle;     // such as "ida, tolerance 1e-06, 500 intervals"
  std::string x_label = "time";
  std::string x_unit = "s";
  std::vector<double> x;  // not decreasing; repeated at events
  std::vector<PlotSeries> series;
  std::vector<PlotEvent> events;  // in order
};

}  // namespace daedalus::results
