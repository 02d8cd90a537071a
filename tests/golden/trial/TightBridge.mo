model TightBridge "Four diodes without leakage, source resistance, smoothing capacitor with a load"
  parameter Real Is(unit = "A") = 1e-12, Vt(unit = "V") = 0.02585, Rs(unit = "Ohm") = 1;
  parameter Real C(unit = "F") = 470e-6, RL(unit = "Ohm") = 100, amplitude(unit = "V") = 12;
  Real vs(unit = "V"), va(unit = "V"), vb(unit = "V"), vdc(unit = "V", start = 0, fixed = true);
  Real i(unit = "A"), d1(unit = "A"), d2(unit = "A"), d3(unit = "A"), d4(unit = "A");
equation
  vs = amplitude * sin(314.1592653589793 * time);
  vs - (va - vb) = Rs * i;
  d1 = Is * (exp((va - vdc) / Vt) - 1);
  d2 = Is * (exp((vb - vdc) / Vt) - 1);
  d3 = Is * (exp(-va / Vt) - 1);
  d4 = Is * (exp(-vb / Vt) - 1);
  i = d1 - d3;
  -i = d2 - d4;
  C * der(vdc) = d1 + d2 - vdc / RL;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8, Interval = 1e-3));
end TightBridge;
