within Parts.Examples;
model WaterHeater "An electric heater in a vessel that water flows through: circuit, heat and fluid"
  Electrical.ConstantVoltage mains(V = 230);
  Electrical.HeatingResistor coil(R = 26.45);
  Electrical.Ground ground;
  Heat.Capacity metal(C = 500, T(start = 288.15, fixed = true));
  Heat.Conductor surface(G = 40);
  Fluid.FlowSource inlet(m = 0.02, T = 288.15);
  Fluid.MixedVolume vessel(V = 2e-3, T(start = 288.15, fixed = true));
  Fluid.Boundary outlet;
equation
  connect(mains.p, coil.p);
  connect(coil.n, mains.n);
  connect(ground.p, mains.n);
  connect(coil.heat, metal.port);
  connect(metal.port, surface.a);
  connect(surface.b, vessel.wall);
  connect(inlet.port, vessel.a);
  connect(vessel.b, outlet.port);
  annotation(experiment(StopTime = 200, Interval = 1));
end WaterHeater;
