// Origin: our own. A plant 1/(s + 1)^2 is turned round: its output c is prescribed by a filter 1/(s + 1)^3, and its input v comes out, which is the output of
// the filter's first part, x[1], at every tick and by every method. c and w have derivatives, but no steps of their own beside those of the filter.
model ClockedInverse
  block Inverse
    parameter String method;
    Real x[3](each start = 0), u;
    Real c(start = 0), w(start = 0, stateSelect = StateSelect.always), v;
  equation
    u = sample(1, Clock(Clock(1, 10), solverMethod = method));
    der(x) = {u - x[1], x[1] - x[2], x[2] - x[3]};
    der(c) = w - c;
    der(w) = v - w;
    c = x[3];
  end Inverse;
  Inverse explicit_euler(method = "ExplicitEuler"), rk4(method = "ExplicitRungeKutta4"), implicit_euler(method = "ImplicitEuler");
  annotation(experiment(StopTime = 2.05, Interval = 0.05));
end ClockedInverse;
