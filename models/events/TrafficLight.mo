// Origin: our own. A machine of four states, each of which ends at an instant that is known when it begins: time events.
model TrafficLight "Four phases that follow each other, and a count of the seconds of green"
  type Phase = enumeration(red, red_amber, green, amber);
  parameter Real t_red(unit = "s") = 30, t_red_amber(unit = "s") = 2, t_green(unit = "s") = 25, t_amber(unit = "s") = 3;
  Phase phase(start = Phase.red, fixed = true);
  discrete Real t_next(unit = "s", start = t_red, fixed = true) "When the phase ends";
  Integer turns(start = 0, fixed = true);
  Real green(unit = "s", start = 0, fixed = true) "Time of green";
equation
  when time >= pre(t_next) then
    phase = if pre(phase) == Phase.red then Phase.red_amber elseif pre(phase) == Phase.red_amber then Phase.green
      elseif pre(phase) == Phase.green then Phase.amber else Phase.red;
    t_next = pre(t_next) + (if phase == Phase.red then t_red elseif phase == Phase.red_amber then t_red_amber
      elseif phase == Phase.green then t_green else t_amber);
    turns = if phase == Phase.red then pre(turns) + 1 else pre(turns);
  end when;
  der(green) = if phase == Phase.green then 1 else 0;
  annotation(experiment(StopTime = 200, Interval = 1, Tolerance = 1e-6));
end TrafficLight;
