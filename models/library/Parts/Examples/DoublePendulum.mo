within Parts.Examples;
model DoublePendulum "Two bars that hang on each other; both have a moment of inertia"
  inner Planar.World world;
  Planar.Fixed ceiling;
  Planar.Revolute shoulder(phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Planar.Revolute elbow(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Planar.Rod upper[2](each rx = 0.5), lower(rx = 0.4);
  Planar.Body first(m = 1, J = 0.1), second(m = 0.5, J = 0.05);
equation
  connect(ceiling.frame, shoulder.a);
  connect(shoulder.b, upper[1].a);
  connect(upper[1].b, first.frame);
  connect(upper[1].b, upper[2].a);
  connect(upper[2].b, elbow.a);
  connect(elbow.b, lower.a);
  connect(lower.b, second.frame);
  annotation(experiment(StopTime = 3, Interval = 0.05));
end DoublePendulum;
