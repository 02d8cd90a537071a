// An ExternalObject of the language: made once, never changed.
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
