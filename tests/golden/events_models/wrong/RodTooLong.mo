// A mass flies, and is to be at a distance of 1 from the origin from time 0.5 on, which it is not then.
model RodTooLong
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), vx(start = 1, fixed = true), vy(start = 0, fixed = true), F;
  Boolean held = time >= 0.5;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y;
  0 = if held then x^2 + y^2 - 1 else F;
  annotation(experiment(StopTime = 2));
end RodTooLong;
