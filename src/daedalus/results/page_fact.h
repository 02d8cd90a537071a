// A name with its value, for the head of a page.
#pragma once

#include <string>

namespace daedalus::results {

struct PageFact {
  std::string name;
  std::string value;
  std::string note;
};

}  // namespace daedalus::results
