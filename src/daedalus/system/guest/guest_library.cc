#include "daedalus/system/guest/guest_library.h"

#include <dlfcn.h>

#include "daedalus/system/guest/crash_report.h"

namespace daedalus::guest {

Failed GuestLibrary::Open(const std::string& file) {
  handle_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) {
    ReportCrashesOf(file);
    return std::nullopt;
  }
  const char* const why = ::dlerror();
  return "the binary cannot be loaded: " + std::string(why == nullptr ? file : why);
}

void* GuestLibrary::Address(const char* symbol) {
  void* const address = ::dlsym(handle_, symbol);
  if (address == nullptr && missing_.empty()) missing_ = symbol;
  return address;
}

}  // namespace daedalus::guest
