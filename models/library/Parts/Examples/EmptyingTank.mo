within Parts.Examples;
model EmptyingTank "A tank runs empty through a valve that a controller opens when the level is high"
  Fluid.Tank tank(A = 0.5, level(start = 0.5, fixed = true), T(start = 290, fixed = true), n = 2);
  Fluid.FlowSource inflow(m = 2, T = 290);
  Fluid.Valve valve(K = 0.05);
  Fluid.Boundary drain;
  Blocks.Gain control(k = 1);
equation
  connect(inflow.port, tank.ports[1]);
  connect(tank.ports[2], valve.a);
  connect(valve.b, drain.port);
  control.u = tank.level;
  connect(control.y, valve.opening);
  annotation(experiment(StopTime = 400, Interval = 2));
end EmptyingTank;
