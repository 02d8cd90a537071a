// Trap 23: a temperature that is known by its enthalpy only, with a logarithm in it, no start value but a lower bound; a phase changes at 2
// with a kink in noEvent code: h = T + log(T), and 3 (T - 2) more above.
model Trap23MediumBounds
  Real T(min = 0.1, max = 100, nominal = 1), h(start = 1, fixed = true);
  Boolean boiling;
  discrete Real t_boil(start = 0, fixed = true);
equation
  der(h) = 1;
  h = T + log(T) + (if noEvent(T > 2) then 3 * (T - 2) else 0);
  boiling = T > 2.5;
  when boiling then
    t_boil = time;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end Trap23MediumBounds;
