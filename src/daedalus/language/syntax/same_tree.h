// Structural comparison of trees: the same text but for layout, comments and redundant parentheses.
#pragma once

#include "daedalus/language/syntax/tree.h"

namespace daedalus::syntax {

// Places are ignored; names and literals are compared by their text, so the trees may have different name
// tables.
bool SameTree(const Tree& a, const Tree& b);

}  // namespace daedalus::syntax
