// The structure of a model as one self-contained HTML page: nothing fetched, readable offline for ever.
//
// The page has the incidence matrix as the model was written and as it is computed, the digraph of small
// systems, and every equation with its history. It is drawn by scripts of ours (page/structure*.js). What it
// shows comes as plain data: names, texts and numbers, with no knowledge of where they are from.
//
// Matrices of more than `max_exact_rows` rows are drawn as densities: the number of entries in each of at
// most max_density_bins x max_density_bins rectangles. The page says so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/page_fact.h"

namespace daedalus::results {

// A line of the user's text.
struct QuotedLine {
  std::string file;
  std::uint32_t line = 0;  // 0: from no text
  std::string text;
};

// A line of a list: what, its meaning, and where it was written.
struct PageItem {
  std::string text;
  std::string meaning;
  QuotedLine source;
};
struct PageList {
  std::string title;
  std::string about;  // a sentence below the title
  std::vector<PageItem> items;
  std::size_t num_all = 0;  // more than items: the others are only counted
};

struct PageEquation {
  std::string text;
  QuotedLine source;
  std::string origin;                // the component, or the step that made it
  std::string unknown;               // what it determines
  std::uint32_t block = 0;           // its number, from 1
  std::vector<std::string> history;  // sentences, oldest first
  std::vector<std::uint32_t> names;  // of StructurePage::names: what it is found by
};

enum class RowMark : std::uint8_t { kNone, kDifferentiated, kResidual, kDifferentiatedResidual, kRemoved };
enum class ColumnMark : std::uint8_t { kNone, kTearing, kRemoved };
enum class EntryMark : std::uint8_t { kNone, kMatched, kDerivative };

// In compressed rows. Marks are one for each row, column and entry.
struct PageMatrix {
  std::vector<std::string> column_names;
  std::vector<ColumnMark> column_marks;
  std::vector<RowMark> row_marks;
  std::vector<std::uint32_t> row_starts{0};
  std::vector<std::uint32_t> columns;
  std::vector<EntryMark> entry_marks;

  std::size_t num_rows() const { return row_starts.size() - 1; }
};

// A square on the diagonal of the second matrix.
struct PageBlock {
  std::uint32_t begin = 0, end = 0;
  std::string kind;    // "assignment", "linear", ...
  std::string method;  // how it is solved
  std::uint32_t num_tearing = 0;
};

struct StructurePage {
  std::string title;
  std::string subtitle;
  std::vector<PageFact> facts;
  std::vector<PageList> lists;
  std::vector<std::string> names;  // of the variables in the listed equations, for the search

  PageMatrix before;                           // as written
  std::vector<PageEquation> before_equations;  // its rows, or only the first of them
  PageMatrix after;                            // in the order of computation
  std::vector<PageEquation> after_equations;
  std::vector<PageBlock> blocks;
};

struct StructurePageOptions {
  std::size_t max_exact_rows = 4000;
  std::size_t max_density_bins = 600;
};

// So many equations are listed, in pages; with more the file gets too large for a browser (500 bytes each).
constexpr std::size_t kMaxListedEquations = 50'000;
// Of the given equations, which only say what a row of the first matrix is.
constexpr std::size_t kMaxGivenEquations = 4000;

std::string RenderStructurePage(const StructurePage& page, const StructurePageOptions& options = {});
Result<Unit> WriteStructurePage(const std::string& path, const StructurePage& page,
                                const StructurePageOptions& options = {});

}  // namespace daedalus::results
