within Parts.Examples;
model PlanarPendulum "A mass on a rod that hangs on a hinge"
  inner Planar.World world;
  Planar.Fixed ceiling;
  Planar.Revolute hinge(phi(start = -0.5, fixed = true), w(start = 0, fixed = true));
  Planar.Rod rod(rx = 1.2);
  Planar.Body bob(m = 2);
equation
  connect(ceiling.frame, hinge.a);
  connect(hinge.b, rod.a);
  connect(rod.b, bob.frame);
  annotation(experiment(StopTime = 5, Interval = 0.05));
end PlanarPendulum;
