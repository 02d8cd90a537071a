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

  model Stop "A spring and a damper that act only while the gap between the ends is closed, and only push"
    extends TwoFlanges;
    parameter Real c(unit = "N/m") = 1;
    parameter Real d(unit = "N.s/m") = 0;
    parameter Units.Position gap0 = 0 "distance of the ends at which the gap is closed";
    Units.Position gap "negative: pressed together";
    Boolean touching;
    Units.Force f "pushing its ends apart";
  protected
    Units.Force pressing;
  equation
    gap = b.s - a.s - gap0;
    touching = gap < 0;
    pressing = -c * gap - d * der(gap);
    f = if touching and pressing > 0 then pressing else 0;
    b.f = -f;
    a.f = f;
  end Stop;

  model MassWithStops "A body between two hard stops, from which it springs back with a part of its speed"
    extends TwoFlanges;
    parameter Units.Mass m = 1;
    parameter Units.Position low = -1, high = 1 "places of the stops";
    parameter Real e(min = 0, max = 1) = 1 "speed after an impact, relative to the speed before";
    Units.Position s(stateSelect = StateSelect.prefer);
    Units.Velocity v(stateSelect = StateSelect.prefer);
    Integer impacts(start = 0, fixed = true);
  equation
    s = a.s;
    s = b.s;
    v = der(s);
    m * der(v) = a.f + b.f;
    when s > high and v > 0 or s < low and v < 0 then
      impacts = pre(impacts) + 1;
      reinit(v, -e * pre(v));
    end when;
  end MassWithStops;

  model Fixed
    parameter Units.Position s0 = 0;
    Flange flange;
  equation
    flange.s = s0;
  end Fixed;

  model ConstantForce "A force that does not change, such as a weight"
    parameter Units.Force f = 1;
    Flange flange;
  equation
    flange.f = -f;
  end ConstantForce;

  model ForceSource "A force that a signal gives"
    Flange flange;
    Blocks.Input u;
  equation
    flange.f = -u;
  end ForceSource;
end Translational;
