// Counts the data members of the classes in a C++ source text. It reads tokens and brackets only, without a
// compiler: it knows the style of this repository, not all of C++.
//
// It counts non-static data members, each declarator for itself (`int a, b;` are two). Members of base
// classes and of nested classes are not members of the class. It does not see what macros expand to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daedalus::architecture {

struct ClassSize {
  std::string name;  // with the classes around it: Outer::Inner
  int num_members = 0;
};

// In the order in which the definitions end.
std::vector<ClassSize> CountDataMembers(std::string_view source);

}  // namespace daedalus::architecture
