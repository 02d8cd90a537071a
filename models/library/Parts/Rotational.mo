within Parts;
package Rotational "Shafts that turn about one axis"
  import Parts.Units;

  connector Flange "An end of a shaft"
    Units.Angle phi "angle";
    flow Units.Torque tau "torque into the element";
  end Flange;

  partial model TwoFlanges
    Flange a, b;
  end TwoFlanges;

  partial model Compliant "An element that turns its ends against each other by a torque"
    extends TwoFlanges;
    Units.Angle phi "b against a";
    Units.Torque tau "torque between them";
  equation
    phi = b.phi - a.phi;
    b.tau = tau;
    a.tau = -tau;
  end Compliant;

  model Inertia
    extends TwoFlanges;
    parameter Units.Inertia J = 1;
    Units.Angle phi(stateSelect = StateSelect.prefer);
    Units.AngularVelocity w(stateSelect = StateSelect.prefer);
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J * der(w) = a.tau + b.tau;
  end Inertia;

  model Spring
    extends Compliant;
    parameter Real c(unit = "N.m/rad") = 1;
  equation
    tau = c * phi;
  end Spring;

  model Damper
    extends Compliant;
    parameter Real d(unit = "N.m.s/rad") = 1;
  equation
    tau = d * der(phi);
  end Damper;

  model Gear "a turns ratio times as fast as b"
    extends TwoFlanges;
    parameter Real ratio = 1;
  equation
    a.phi = ratio * b.phi;
    ratio * a.tau + b.tau = 0;
  end Gear;

  partial model DryFriction "Two sides that rub on each other, or are stuck together as long as the torque between them is below a limit"
    constant Integer free = 2, forward = 1, stuck = 0, backward = -1, undecided = 3;
    Units.AngularVelocity w "relative speed";
    Real w_dot(unit = "rad/s2") "relative acceleration";
    Units.Torque tau "of the friction, against w";
    Units.Torque limit "the largest torque; zero: the sides are apart";
    Integer mode(start = undecided, fixed = true);
    Boolean is_free = limit <= 0;
    Boolean starts_forward, starts_backward "it comes loose in this event";
    Boolean is_stuck;
  protected
    Boolean goes_forward, goes_backward;
    Real s "along the characteristic: the torque where it is stuck, and the limit with the acceleration added where it slides";
    constant Real J_unit(unit = "kg.m2") = 1;
  equation
    w_dot = der(w);
    starts_forward = pre(mode) == stuck and s > limit or pre(mode) == free and w > 0 or initial() and w > 0;
    starts_backward = pre(mode) == stuck and s < -limit or pre(mode) == free and w < 0 or initial() and w < 0;
    goes_forward = pre(mode) == forward or starts_forward;
    goes_backward = pre(mode) == backward or starts_backward;
    is_stuck = not (is_free or goes_forward or goes_backward);
    J_unit * w_dot = if is_stuck then 0 else if is_free then s else if goes_forward then s - limit else s + limit;
    tau = if is_stuck then s else if is_free then 0 else if goes_forward then limit else -limit;
    mode = if is_free then free
      else if goes_forward and w > 0 then forward
      else if goes_backward and w < 0 then backward else stuck;
  end DryFriction;

  model Clutch "Joins two shafts by friction, as strongly as a signal between 0 and 1 says"
    extends TwoFlanges;
    extends DryFriction;
    parameter Units.Torque tau_max = 1 "with the signal 1";
    Blocks.Input pressure;
    Units.Angle phi "a against b";
  equation
    phi = a.phi - b.phi;
    w = der(phi);
    limit = tau_max * pressure;
    a.tau = tau;
    b.tau = -tau;
  end Clutch;

  model Brake "Holds a shaft by friction, as strongly as a signal between 0 and 1 says"
    extends TwoFlanges;
    extends DryFriction;
    parameter Units.Torque tau_max = 1 "with the signal 1";
    Blocks.Input pressure;
  equation
    a.phi = b.phi;
    w = der(a.phi);
    limit = tau_max * pressure;
    a.tau + b.tau = tau;
  end Brake;

  model Fixed
    parameter Units.Angle phi0 = 0;
    Flange flange;
  equation
    flange.phi = phi0;
  end Fixed;

  model TorqueSource "A torque that a signal gives"
    Flange flange;
    Blocks.Input u;
  equation
    flange.tau = -u;
  end TorqueSource;

  model ConstantSpeed "Turns a shaft at a speed, whatever torque that takes"
    parameter Units.AngularVelocity w = 1;
    parameter Units.Angle phi0 = 0 "at time 0";
    Flange flange;
  equation
    flange.phi = phi0 + w * time;
  end ConstantSpeed;

  model SpeedSensor
    Flange flange;
    Blocks.Output w;
  equation
    w = der(flange.phi);
    flange.tau = 0;
  end SpeedSensor;

  model RackAndPinion "Turning becomes motion along a line: s = radius * phi"
    parameter Units.Position radius = 1;
    Flange shaft;
    Translational.Flange rod;
  equation
    rod.s = radius * shaft.phi;
    shaft.tau + radius * rod.f = 0;
  end RackAndPinion;
end Rotational;
