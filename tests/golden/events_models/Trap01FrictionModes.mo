// Trap 1: friction with its modes in one mixed loop. `sa` is the acceleration where the mass slides, and the force beyond the friction where it is stuck.
// The force is t until 2, then 0: loose at 1, v = (t - 1)^2/2, after 2 the friction stops it at 2.5.
model Trap01FrictionModes
  constant Integer unknown = 3, backward = -1, stuck = 0, forward = 1;
  parameter Real f0 = 1;
  Integer mode(start = unknown, fixed = true);
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), a, f, sa;
  Real force = if time < 2 then time else 0;
  Boolean startForward, startBackward, locked;
  discrete Real t_stuck(start = 0, fixed = true);
equation
  der(s) = v;
  der(v) = a;
  a = force - f;
  startForward = pre(mode) == stuck and (sa > f0 or pre(startForward) and sa > f0) or initial() and v > 0;
  startBackward = pre(mode) == stuck and (sa < -f0 or pre(startBackward) and sa < -f0) or initial() and v < 0;
  locked = not (pre(mode) == forward or startForward or pre(mode) == backward or startBackward);
  a = if locked then 0 else if startForward or pre(mode) == forward then sa - f0 else sa + f0;
  f = if locked then sa else if startForward or pre(mode) == forward then f0 else -f0;
  mode = if (pre(mode) == forward or startForward) and v > 0 then forward
    else if (pre(mode) == backward or startBackward) and v < 0 then backward else stuck;
  when mode == stuck then
    t_stuck = time;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end Trap01FrictionModes;
