// Calls a function of C by address, with types that only the run knows, through libffi.
//
// Types of the language in C (Modelica 3.6, section 12.9.1): Real is double; Integer, Boolean and
// enumerations are int; String is const char*; an ExternalObject is void*; sizes are size_t. Arrays are
// pointers to their elements, row by row; scalars that are written to are pointers too. A record is a pointer
// to a struct (foreign_record.h), and returned by value; the values of a call are those of its fields, those
// of a returned one behind those of the arguments.
//
// FORTRAN 77 (section 12.9.1.2) has double precision, integer and logical; everything is passed by its
// address, and matrices are stored by columns.
//
// Errors of the function (ModelicaError) end the call and become the reason of the failure. Foreign code can
// damage this process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/system/native/foreign_library.h"
#include "daedalus/system/native/foreign_types.h"
#include "daedalus/system/native/native_call.h"

namespace daedalus::native {

// An ExternalObject that foreign functions have made. Its destructor is called once, after its last use.
class ForeignObject : public Object {
 public:
  using Destructor = std::function<void(void*)>;
  ForeignObject(void* pointer, Destructor destructor)
      : pointer_(pointer), destructor_(std::move(destructor)) {}
  ~ForeignObject() override {
    if (destructor_) destructor_(pointer_);
  }
  ForeignObject(const ForeignObject&) = delete;
  ForeignObject& operator=(const ForeignObject&) = delete;
  void* pointer() const { return pointer_; }

 private:
  void* pointer_;
  Destructor destructor_;
};

class ForeignFunction : public Object {
 public:
  ForeignFunction(std::string name, void* address, ForeignSignature signature,
                  std::shared_ptr<ForeignLibraries> libraries, ForeignObject::Destructor destructor = {})
      : name_(std::move(name)),
        address_(address),
        signature_(std::move(signature)),
        libraries_(std::move(libraries)),
        destructor_(std::move(destructor)) {}

  // The reason why there is no result; nullopt if all went well.
  std::optional<std::string> Call(NativeCall& call) const;

 private:
  std::string name_;
  void* address_;
  ForeignSignature signature_;
  std::shared_ptr<ForeignLibraries> libraries_;
  ForeignObject::Destructor destructor_;  // of the object that it returns
};

// The functions that call NativeCall::callee, by their relation to the world outside.
const Native& ForeignNative(Reach reach);

}  // namespace daedalus::native
