// The binary of an FMU: opened once, its functions found by name.
#pragma once

#include <string>

#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

class GuestLibrary {
 public:
  // It stays open until the process ends: threads of it may still run.
  Failed Open(const std::string& file);

  // `function` gets the address of the symbol. The first symbol that is missing is remembered.
  template <class Function>
  void Find(const char* symbol, Function*& function) {
    function = reinterpret_cast<Function*>(Address(symbol));
  }
  // Which function is missing; empty: none.
  const std::string& missing() const { return missing_; }

 private:
  void* Address(const char* symbol);

  void* handle_ = nullptr;
  std::string missing_;
};

}  // namespace daedalus::guest
