// Small pieces of C: names, comments, numbers, tables.
#pragma once

#include <string>
#include <vector>

namespace daedalus::exported {

// A name of C; `Lib.Model` becomes Lib_Model. A word that C keeps for itself gets a `_` behind it.
std::string Identifier(const std::string& name);
// Inside of comments and strings.
std::string Harmless(std::string text);
// A number as C writes it, to the last bit.
std::string CNumber(double value);
// `static const int name[] = {...};`, with a 0 where there is nothing: C has no empty arrays.
std::string IntTable(const std::string& name, const std::vector<int>& values);

}  // namespace daedalus::exported
