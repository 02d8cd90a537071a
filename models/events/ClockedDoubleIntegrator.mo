// Origin: our own. A double integrator, controlled by two loops at two rates: the position every 1/5 s gives the speed that is wanted, the speed every 1/10 s
// gives the force. Between ticks the force is constant, so that from tick to tick x and v follow a recursion without error.
model ClockedDoubleIntegrator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real u "force";
  Real v_wanted "every 1/5 s";
  Real us "every 1/10 s";
equation
  der(x) = v;
  der(v) = u;
  v_wanted = -0.5*sample(x, Clock(1, 5));
  us = 4*(superSample(v_wanted, 2) - sample(v));
  u = hold(us);
  annotation(experiment(StopTime = 2.95, Interval = 0.05, Tolerance = 1e-9));
end ClockedDoubleIntegrator;
