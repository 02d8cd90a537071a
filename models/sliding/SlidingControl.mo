// Origin: V. I. Utkin, "Sliding Modes in Control and Optimization" (1992), ch. 1. A double integrator with a force of full size one way or the other; on s = v + c*x = 0 the position decays as exp(-c*t), whatever the force is.
model SlidingControl
  parameter Real c = 1, u = 1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real s, force;
equation
  der(x) = v;
  der(v) = force;
  s = v + c*x;
  force = if s > 0 then -u else u;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end SlidingControl;
