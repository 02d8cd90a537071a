// Origin: our own numbers; pantograph equations are in the texts on delays. Delays that vary: by time, by a state, by an unknown of its own loop. What was before the start is what is at the start, so
// that each has a kink where the delay leads back to 0.
//   feedback: x' = -x((t - 1)/2), x = 1 before: 1 - t up to 1, then (t-1)^2/4 - (t-1) up to 3, then -1 + (t-3)^2/4 - (t-3)^3/48
//   echo of a step at 0.35 by 1/2 + t/4: comes back at 0.85/0.75 = 17/15
//   u = t^2 by 1 + sin(t)/2: (t - 1 - sin(t)/2)^2, once that is positive
//   what a state delays: p = t, so that t delayed by 1 + p/4 is 3t/4 - 1
model VaryingDelay
  Real x(start = 1, fixed = true), past;
  Real step = if time < 0.35 then 0 else 1, echo, z(start = 0, fixed = true);
  Real swinging, p(start = 0, fixed = true), carried;
equation
  past = delay(x, 0.5 + time/2, 5);
  der(x) = -past;
  echo = delay(step, 0.5 + time/4, 3);
  der(z) = echo;
  swinging = delay(time^2, 1 + sin(time)/2, 2);
  der(p) = 1;
  carried = delay(time, 1 + p/4, 3);
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end VaryingDelay;
