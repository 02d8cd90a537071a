model BallWithoutRest "Infinitely many bounces up to 3 sqrt(2/g) = 1.3546"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.5 * pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end BallWithoutRest;
