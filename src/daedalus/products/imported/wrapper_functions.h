// The functions that every wrapper class declares: those of system/native/fmu_natives.cc with their types.
#pragma once

#include <string_view>

namespace daedalus::imported {

inline constexpr std::string_view kFunctions = R"(
  class _Fmu
    extends ExternalObject;
    function constructor
      input String library, resources, identifier, token;
      input Integer kind[10];
      input Integer variables[:, 6];
      input Integer places[:];
      input Real values[size(places, 1)], known[size(places, 1)];
      input Integer references[:];
      input String texts[size(references, 1)], knownTexts[size(references, 1)];
      output _Fmu fmu;
      external "C" fmu = daedalusFmu_open(library, resources, identifier, token, kind, variables, places, values, known, references, texts, knownTexts);
    end constructor;
    function destructor
      input _Fmu fmu;
      external "C" daedalusFmu_close(fmu);
    end destructor;
  end _Fmu;
  function _begin
    input _Fmu fmu;
    input Real t;
    input Integer places[:];
    input Real values[size(places, 1)];
    output Real phase;
    external "C" phase = daedalusFmu_begin(fmu, t, places, values);
  end _begin;
  function _held
    input _Fmu fmu;
    input Real phase;
    input Integer place;
    output Real y;
    external "C" y = daedalusFmu_held(fmu, phase, place);
  end _held;
  function _heldInteger
    input _Fmu fmu;
    input Real phase;
    input Integer place;
    output Integer y;
    external "C" y = daedalusFmu_held(fmu, phase, place);
  end _heldInteger;
  function _heldBoolean
    input _Fmu fmu;
    input Real phase;
    input Integer place;
    output Boolean y;
    external "C" y = daedalusFmu_held(fmu, phase, place);
  end _heldBoolean;
  function _terminates
    input _Fmu fmu;
    input Real phase;
    output Boolean y;
    external "C" y = daedalusFmu_terminates(fmu, phase);
  end _terminates;
)";

inline constexpr std::string_view kExchangeFunctions = R"(
  function _value
    input _Fmu fmu;
    input Real phase, t;
    input Integer places[:];
    input Real values[size(places, 1)];
    input Integer place;
    output Real y;
    external "C" y = daedalusFmu_value(fmu, phase, t, places, values, place);
  end _value;
  function _event
    input _Fmu fmu;
    input Real phase, t;
    input Integer places[:];
    input Real values[size(places, 1)];
    output Real next;
    external "C" next = daedalusFmu_event(fmu, phase, t, places, values);
  end _event;
  function _endStep
    input _Fmu fmu;
    input Real phase, t;
    input Integer places[:];
    input Real values[size(places, 1)];
    output Real y;
    external "C" y = daedalusFmu_endStep(fmu, phase, t, places, values);
  end _endStep;
  function _nextTime
    input _Fmu fmu;
    input Real phase;
    output Real t;
    external "C" t = daedalusFmu_nextTime(fmu, phase);
  end _nextTime;
)";

inline constexpr std::string_view kSteppingFunctions = R"(
  function _step
    input _Fmu fmu;
    input Real phase, t;
    input Integer places[:];
    input Real values[size(places, 1)];
    input Real end_;
    output Real next;
    external "C" next = daedalusFmu_step(fmu, phase, t, places, values, end_);
  end _step;
)";

}  // namespace daedalus::imported
