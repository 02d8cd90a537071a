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
