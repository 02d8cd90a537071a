within Parts.Examples;
model SwingingLoad "A trolley on rails with a load on a rope, pushed for a while: mechanics along a line and in the plane"
  inner Planar.World world;
  Planar.Fixed rails;
  Planar.DrivenPrismatic trolley(s(start = 0, fixed = true), v(start = 0, fixed = true));
  Planar.Body carriage(m = 10);
  Planar.Revolute hinge(phi(start = -1.5707963267948966, fixed = true), w(start = 0, fixed = true));
  Planar.Rod rope(rx = 2);
  Planar.Body load(m = 5);
  Translational.Damper friction(d = 3);
  Translational.Fixed ground;
  Translational.ForceSource motor;
  Blocks.Sine push(amplitude = 20, f = 0.25);
equation
  connect(rails.frame, trolley.a);
  connect(trolley.b, carriage.frame);
  connect(trolley.b, hinge.a);
  connect(hinge.b, rope.a);
  connect(rope.b, load.frame);
  connect(push.y, motor.u);
  connect(motor.flange, trolley.axis);
  connect(ground.flange, friction.a);
  connect(friction.b, trolley.axis);
  annotation(experiment(StopTime = 6, Interval = 0.05));
end SwingingLoad;
