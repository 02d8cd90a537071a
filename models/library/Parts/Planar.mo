within Parts;
package Planar "Bodies that move and turn in a vertical plane"
  import Parts.Units;

  connector Frame "A place on a body, and a direction there"
    Units.Position x, y;
    Units.Angle phi "direction of the first axis of the frame";
    flow Units.Force fx, fy "force into the element";
    flow Units.Torque t "torque into the element, about this place";
  end Frame;

  model World "What all bodies share: gravity. One of them stands beside the bodies, as inner"
    parameter Units.Acceleration gx = 0, gy = -9.81;
    annotation(defaultComponentPrefixes = "inner", missingInnerMessage = "gravity is not given: put `inner Parts.Planar.World world;` beside the bodies");
  end World;

  model Fixed "A frame that does not move"
    parameter Units.Position x0 = 0, y0 = 0;
    parameter Units.Angle phi0 = 0;
    Frame frame;
  equation
    frame.x = x0;
    frame.y = y0;
    frame.phi = phi0;
  end Fixed;

  model Body "A mass whose centre is its frame"
    outer World world;
    parameter Units.Mass m = 1;
    parameter Units.Inertia J = 0 "about the centre";
    Frame frame;
    Units.Velocity vx = der(frame.x), vy = der(frame.y);
    Units.AngularVelocity w = der(frame.phi);
  equation
    m * der(vx) = frame.fx + m * world.gx;
    m * der(vy) = frame.fy + m * world.gy;
    J * der(w) = frame.t;
  end Body;

  partial model TwoFrames "Carries the force of one frame over to the other, with its lever"
    Frame a, b;
  equation
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t + (b.x - a.x) * b.fy - (b.y - a.y) * b.fx = 0;
  end TwoFrames;

  model Rod "A rigid part without mass; b lies at (rx, ry) as frame a sees it"
    extends TwoFrames;
    parameter Units.Position rx = 1, ry = 0;
  equation
    b.x = a.x + rx * cos(a.phi) - ry * sin(a.phi);
    b.y = a.y + rx * sin(a.phi) + ry * cos(a.phi);
    b.phi = a.phi;
  end Rod;

  partial model TurningJoint "b turns about the place that it shares with a"
    extends TwoFrames;
    Units.Angle phi(stateSelect = StateSelect.prefer) "b against a";
    Units.AngularVelocity w(stateSelect = StateSelect.prefer) = der(phi);
    Units.Torque tau "that the joint exerts on b";
  equation
    b.x = a.x;
    b.y = a.y;
    b.phi = a.phi + phi;
    b.t = -tau;
  end TurningJoint;

  model Revolute "A hinge"
    extends TurningJoint;
    parameter Real d(unit = "N.m.s/rad") = 0 "friction";
  equation
    tau = -d * w;
  end Revolute;

  model DrivenRevolute "A hinge with a shaft, by which it is driven"
    extends TurningJoint;
    Rotational.Flange axis;
  equation
    axis.phi = phi;
    axis.tau = tau;
  end DrivenRevolute;

  partial model SlidingJoint "b moves along a line that is fixed to a"
    extends TwoFrames;
    parameter Units.Angle direction = 0 "of the line, as frame a sees it";
    Units.Position s(stateSelect = StateSelect.prefer);
    Units.Velocity v(stateSelect = StateSelect.prefer) = der(s);
    Units.Force f "that the joint exerts on b along the line";
  equation
    b.x = a.x + s * cos(a.phi + direction);
    b.y = a.y + s * sin(a.phi + direction);
    b.phi = a.phi;
    b.fx * cos(a.phi + direction) + b.fy * sin(a.phi + direction) = -f;
  end SlidingJoint;

  model Prismatic "A slide"
    extends SlidingJoint;
    parameter Real d(unit = "N.s/m") = 0 "friction";
  equation
    f = -d * v;
  end Prismatic;

  model DrivenPrismatic "A slide with a rod, by which it is driven"
    extends SlidingJoint;
    Translational.Flange axis;
  equation
    axis.s = s;
    axis.f = f;
  end DrivenPrismatic;

  model LineSpring "A spring and a damper between two places; they must not coincide"
    Frame a, b;
    parameter Real c(unit = "N/m") = 1;
    parameter Real d(unit = "N.s/m") = 0;
    parameter Units.Position s0 = 0 "length without force";
    Units.Position length(start = 1);
    Units.Force f "pulling its ends together";
  equation
    length = sqrt((b.x - a.x) ^ 2 + (b.y - a.y) ^ 2);
    f = c * (length - s0) + d * der(length);
    b.fx = f * (b.x - a.x) / length;
    b.fy = f * (b.y - a.y) / length;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t = 0;
    b.t = 0;
  end LineSpring;
end Planar;
