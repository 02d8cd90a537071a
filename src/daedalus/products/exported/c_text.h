// Small pieces of C: names, comments, numbers, tables.
#pragma once

#include <string>
#include <vector>

namespace daedalus::exported {

// An identifier of C: `Lib.Model` becomes Lib_Model. A keyword of C gets a trailing `_`.
std::string Identifier(const std::string& name);
// Makes a text safe inside comments and strings.
std::string Harmless(std::string text);
// A number in C, exact to the last bit.
std::string CNumber(double value);
// `static const int name[] = {...};`, with a 0 if the list is empty: C has no empty arrays.
std::string IntTable(const std::string& name, const std::vector<int>& values);

}  // namespace daedalus::exported
