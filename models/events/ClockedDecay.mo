// Origin: our own. der(x) = u - x carried out by each method from tick to tick, h = 1/10, x = 3 and u = 1 at the start: x - 1 is multiplied by the stability
// function of the method at -h. y follows u = t by the same methods: for them the means of the input count.
model ClockedDecay
  block Decay
    parameter String method;
    Real x(start = 3), y(start = 0), u, ramp;
  equation
    u = sample(1, Clock(Clock(1, 10), solverMethod = method));
    der(x) = u - x;
    ramp = sample(time);
    der(y) = ramp - y;
    x + y = x_plus_y;
  protected
    Real x_plus_y;
  end Decay;
  Decay explicit_euler(method = "ExplicitEuler"), midpoint(method = "ExplicitMidPoint2"), rk4(method = "ExplicitRungeKutta4"),
    implicit_euler(method = "ImplicitEuler"), trapezoid(method = "ImplicitTrapezoid");
  annotation(experiment(StopTime = 2.05, Interval = 0.05));
end ClockedDecay;
