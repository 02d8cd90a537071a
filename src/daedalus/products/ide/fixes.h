// Quick fixes: edits that correct what a message complains about.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/codes.h"
#include "daedalus/language/syntax/tree.h"
#include "daedalus/products/ide/format.h"

namespace daedalus::ide {

// What an editor knows of a message.
struct Complaint {
  syntax::Place place;
  std::string message;
  std::string hint;
};

struct Fix {
  std::string title;
  std::vector<Edit> edits;
  std::string uses = {};  // the full name of a class that the edits need; empty: none
};

std::vector<Fix> FixesOf(const syntax::Tree& tree, const Complaint& complaint);

}  // namespace daedalus::ide
