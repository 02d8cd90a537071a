// A function as media have it, in Modelica: temperature, density and entropy of a pressure and an enthalpy,
// by an iteration that ends by a condition of the run. It has several results, and stays a function.
#pragma once

namespace daedalus::problems {

inline constexpr const char* kSteamLikeFunction = R"(
  function state input Real p; input Real h; output Real T; output Real d; output Real s; protected
    Real f; algorithm
    T := 300;
    f := h;
    while abs(f) > 1e-9*h loop
      f := 1800*T + 3*T^1.7 + 1e-3*p*exp(-T/500) - h;
      T := T - f/(1800 + 5.1*T^0.7 - 2e-6*p*exp(-T/500));
    end while;
    d := p/(461.5*T);
    s := 2000*log(T/273) - 461.5*log(p/1e5);
  end state;
)";

}  // namespace daedalus::problems
