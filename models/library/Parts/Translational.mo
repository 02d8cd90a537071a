within Parts;
package Translational "Motion along one line"
  import Parts.Units;

  connector Flange "An end of a rod"
    Units.Position s "position";
    flow Units.Force f "force into the element";
  end Flange;

  partial model TwoFlanges
    Flange a, b;
  end TwoFlanges;

  model Mass "A body without length"
    extends TwoFlanges;
    parameter Units.Mass m = 1;
    Units.Position s(stateSelect = StateSelect.prefer);
    Units.Velocity v(stateSelect = StateSelect.prefer);
  equation
    s = a.s;
    s = b.s;
    v = der(s);
    m * der(v) = a.f + b.f;
  end Mass;

  model Spring
    extends TwoFlanges;
    parameter Real c(unit = "N/m") = 1;
    parameter Units.Position s0 = 0 "length without force";
    Units.Force f "pulling its ends together";
  equation
    f = c * (b.s - a.s - s0);
    b.f = f;
    a.f = -f;
  end Spring;

  model Damper
    extends TwoFlanges;
    parameter Real d(unit = "N.s/m") = 1;
    Units.Force f;
  equation
    f = d * (der(b.s) - der(a.s));
    b.f = f;
    a.f = -f;
  end Damper;

  model Fixed
    parameter Units.Position s0 = 0;
    Flange flange;
  equation
    flange.s = s0;
  end Fixed;

  model ForceSource "A force that a signal gives"
    Flange flange;
    Blocks.Input u;
  equation
    flange.f = -u;
  end ForceSource;
end Translational;
