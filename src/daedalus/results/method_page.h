// The theory of an integration method, as a text for the terminal and as one self-contained HTML page:
// nothing fetched, readable offline for ever.
//
// The page has the properties, the stability domain of each formula, the damping plots and the coefficients.
// All of it comes as plain data and is drawn here (svg_chart.h); the page's script only chooses which of the
// domains is shown.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/page_fact.h"
#include "daedalus/results/svg_chart.h"

namespace daedalus::results {

struct PageTable {
  std::string title;
  std::string about;  // a sentence below the title
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  int num_last_rows = 0;  // so many rows at the end stand below a line
};

// An entry of the legend, and the view that it opens.
struct PageView {
  std::string name;
  int hue = 0;
  bool dashed = false;
  Chart domain;
};

struct PageFigure {
  std::string title;
  std::string about;
  Chart chart;
};

struct MethodPage {
  std::string title;
  std::string subtitle;
  std::vector<PageFact> facts;
  std::vector<PageTable> tables;
  std::vector<std::string> notes;
  std::vector<std::string> references;

  // For the page only.
  std::string domain_about;
  Chart all_domains;
  std::vector<PageView> views;
  std::vector<PageFigure> figures;
};

std::string RenderMethodText(const MethodPage& page);
std::string RenderMethodPage(const MethodPage& page);
Result<Unit> WriteMethodPage(const std::string& path, const MethodPage& page);

}  // namespace daedalus::results
