within Parts.Examples;
model SliderCrank "A crank that turns at a constant speed, a coupler and a piston: a closed chain, s = r cos(phi) + sqrt(l^2 - r^2 sin(phi)^2)"
  inner Planar.World world(gy = 0);
  parameter Real r = 0.3, l = 1;
  Rotational.ConstantSpeed drive(w = 2);
  Planar.Fixed frame;
  Planar.DrivenRevolute main;
  Planar.Rod crank(rx = r), coupler(rx = l);
  Planar.Revolute pin(phi(start = 0)), wrist(phi(start = 0));
  Planar.Prismatic guide(s(start = r + l));
  Planar.Body piston(m = 2);
equation
  connect(drive.flange, main.axis);
  connect(frame.frame, main.a);
  connect(main.b, crank.a);
  connect(crank.b, pin.a);
  connect(pin.b, coupler.a);
  connect(coupler.b, wrist.a);
  connect(frame.frame, guide.a);
  connect(guide.b, wrist.b);
  connect(guide.b, piston.frame);
  annotation(experiment(StopTime = 4, Interval = 0.05));
end SliderCrank;
