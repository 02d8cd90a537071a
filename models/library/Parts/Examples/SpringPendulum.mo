within Parts.Examples;
model SpringPendulum "A mass on a spring that swings and stretches"
  inner Planar.World world;
  Planar.Fixed ceiling;
  Planar.LineSpring spring(c = 40, s0 = 0.8);
  Planar.Body bob(m = 1, J = 0.1, frame(x(start = 1, fixed = true), y(start = 0, fixed = true), phi(start = 0, fixed = true)),
    vx(start = 0, fixed = true), vy(start = 0, fixed = true), w(start = 0, fixed = true));
equation
  connect(ceiling.frame, spring.a);
  connect(spring.b, bob.frame);
  annotation(experiment(StopTime = 4, Interval = 0.05));
end SpringPendulum;
