// What an ExternalObject of the language is here: something that was made once and never changes.
#pragma once

namespace daedalus::native {

class Object {
 public:
  Object() = default;
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
};

}  // namespace daedalus::native
