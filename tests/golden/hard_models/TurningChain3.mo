// A chain of three, z1' = z2, z2' = z3, z1 = sin(2 t), in coordinates that turn with time: z = T(t) x. Its structure promises free values, and there are none.
model TurningChain3
  Real x[3], c = cos(time), s = sin(time), z3;
equation
  c*der(x[1]) - s*der(x[2]) - s*x[1] - c*x[2] = s*c*x[1] + c*c*x[2] - s*x[3];
  s*c*der(x[1]) + c*c*der(x[2]) - s*der(x[3]) + (c*c - s*s)*x[1] - 2*s*c*x[2] - c*x[3] = s*s*x[1] + s*c*x[2] + c*x[3];
  c*x[1] - s*x[2] = sin(2*time);
  z3 = s*s*x[1] + s*c*x[2] + c*x[3];
  annotation(experiment(StopTime = 5));
end TurningChain3;
