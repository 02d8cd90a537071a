// Functions of FMI 3.0 for features that this FMU lacks: other types of variables, clocks, and arrays whose
// size changes.
#include <fmi3Functions.h>

#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus::fmu;

extern "C" {

fmi3Status fmi3GetFloat32(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Float32[], size_t) {
  return Refuse3(instance, "fmi3GetFloat32");
}

fmi3Status fmi3SetFloat32(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3Float32[],
                          size_t) {
  return Refuse3(instance, "fmi3SetFloat32");
}

fmi3Status fmi3GetInt8(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Int8[], size_t) {
  return Refuse3(instance, "fmi3GetInt8");
}

fmi3Status fmi3SetInt8(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3Int8[], size_t) {
  return Refuse3(instance, "fmi3SetInt8");
}

fmi3Status fmi3GetUInt8(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt8[], size_t) {
  return Refuse3(instance, "fmi3GetUInt8");
}

fmi3Status fmi3SetUInt8(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3UInt8[],
                        size_t) {
  return Refuse3(instance, "fmi3SetUInt8");
}

fmi3Status fmi3GetInt16(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Int16[], size_t) {
  return Refuse3(instance, "fmi3GetInt16");
}

fmi3Status fmi3SetInt16(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3Int16[],
                        size_t) {
  return Refuse3(instance, "fmi3SetInt16");
}

fmi3Status fmi3GetUInt16(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt16[], size_t) {
  return Refuse3(instance, "fmi3GetUInt16");
}

fmi3Status fmi3SetUInt16(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3UInt16[],
                         size_t) {
  return Refuse3(instance, "fmi3SetUInt16");
}

fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Int32[], size_t) {
  return Refuse3(instance, "fmi3GetInt32");
}

fmi3Status fmi3SetInt32(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3Int32[],
                        size_t) {
  return Refuse3(instance, "fmi3SetInt32");
}

fmi3Status fmi3GetUInt32(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt32[], size_t) {
  return Refuse3(instance, "fmi3GetUInt32");
}

fmi3Status fmi3SetUInt32(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3UInt32[],
                         size_t) {
  return Refuse3(instance, "fmi3SetUInt32");
}

fmi3Status fmi3GetUInt64(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt64[], size_t) {
  return Refuse3(instance, "fmi3GetUInt64");
}

fmi3Status fmi3SetUInt64(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3UInt64[],
                         size_t) {
  return Refuse3(instance, "fmi3SetUInt64");
}

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference[], size_t, size_t[], fmi3Binary[],
                         size_t) {
  return Refuse3(instance, "fmi3GetBinary");
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference[], size_t, const size_t[],
                         const fmi3Binary[], size_t) {
  return Refuse3(instance, "fmi3SetBinary");
}

fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Clock[]) {
  return Refuse3(instance, "fmi3GetClock");
}

fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3Clock[]) {
  return Refuse3(instance, "fmi3SetClock");
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Float64[],
                                  fmi3IntervalQualifier[]) {
  return Refuse3(instance, "fmi3GetIntervalDecimal");
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt64[],
                                   fmi3UInt64[], fmi3IntervalQualifier[]) {
  return Refuse3(instance, "fmi3GetIntervalFraction");
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3Float64[]) {
  return Refuse3(instance, "fmi3GetShiftDecimal");
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt64[],
                                fmi3UInt64[]) {
  return Refuse3(instance, "fmi3GetShiftFraction");
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference[], size_t,
                                  const fmi3Float64[]) {
  return Refuse3(instance, "fmi3SetIntervalDecimal");
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference[], size_t,
                                   const fmi3UInt64[], const fmi3UInt64[]) {
  return Refuse3(instance, "fmi3SetIntervalFraction");
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference[], size_t,
                               const fmi3Float64[]) {
  return Refuse3(instance, "fmi3SetShiftDecimal");
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference[], size_t, const fmi3UInt64[],
                                const fmi3UInt64[]) {
  return Refuse3(instance, "fmi3SetShiftFraction");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return Refuse3(instance, "fmi3EnterConfigurationMode");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return Refuse3(instance, "fmi3ExitConfigurationMode");
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference[], size_t,
                                    const fmi3Int32[], fmi3Float64[], size_t) {
  return Refuse3(instance, "fmi3GetOutputDerivatives");
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference, fmi3Float64) {
  return Refuse3(instance, "fmi3ActivateModelPartition");
}

}  // extern "C"
