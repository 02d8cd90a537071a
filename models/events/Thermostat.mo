// Origin: the two-point controller of every course on control; our own numbers. Heating takes ln((H - low)/(H - high)) time constants, cooling
// ln(high/low), with H the warmth that the heater would reach.
model Thermostat "A heater that is switched by a two-point controller"
  parameter Real T(unit = "s") = 100 "Time constant of the room";
  parameter Real H = 30 "Warmth above the surroundings that the heater would reach";
  parameter Real low = 18, high = 22;
  Real x(start = 0, fixed = true) "Warmth above the surroundings";
  Boolean heating(start = true, fixed = true);
  discrete Real t_off(unit = "s", start = 0, fixed = true), t_on(unit = "s", start = 0, fixed = true) "Last switchings";
  Real used(unit = "s", start = 0, fixed = true) "Time of heating";
equation
  T * der(x) = (if heating then H else 0) - x;
  heating = x < low or pre(heating) and x <= high;
  der(used) = if heating then 1 else 0;
  when not heating then
    t_off = time;
  end when;
  when heating then
    t_on = time;
  end when;
  annotation(experiment(StopTime = 300, Interval = 1, Tolerance = 1e-8));
end Thermostat;
