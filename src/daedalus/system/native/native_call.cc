#include "daedalus/system/native/native_call.h"

#include "daedalus/system/native/fmu_natives.h"

namespace daedalus::native {

const Native* FindNative(std::string_view name) {
  for (const std::span<const Native> list :
       {TableNatives(), StringNatives(), RandomNatives(), FileNatives(), LapackNatives(), FourierNatives(),
        WritingNatives(), FmuNatives()}) {
    for (const Native& native : list) {
      if (native.name == name) return &native;
    }
  }
  return nullptr;
}

}  // namespace daedalus::native
