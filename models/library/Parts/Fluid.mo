within Parts;
package Fluid "Networks of a liquid that is not compressed, and carries heat"
  import Parts.Units;

  constant Units.Density rho = 1000 "of the liquid: water, in round numbers";
  constant Units.SpecificHeat cp = 4186;
  constant Units.Temperature T_ref = 273.15 "where its enthalpy is zero";
  constant Units.Acceleration g = 9.81;

  connector Port
    Units.Pressure p;
    flow Units.MassFlow m "into the element";
    stream Units.SpecificEnthalpy h "of what leaves the element here";
  end Port;

  partial model TwoPorts "What enters at one end leaves at the other, as warm as it came"
    Port a, b;
    Units.MassFlow m "from a to b";
    Units.Pressure dp "from a to b";
  equation
    m = a.m;
    a.m + b.m = 0;
    dp = a.p - b.p;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end TwoPorts;

  model Pipe "Laminar flow: as much as the pressure drives"
    extends TwoPorts;
    parameter Real G(unit = "kg/(s.Pa)") = 1e-5;
  equation
    m = G * dp;
  end Pipe;

  model Valve "Turbulent flow: the root of the pressure, made smooth where it changes its sign"
    extends TwoPorts;
    parameter Real K(unit = "kg/(s.Pa(1/2))") = 1e-3 "flow at a pressure of 1 Pa, when open";
    parameter Units.Pressure dp_small = 1 "below it the flow is nearly laminar";
    Blocks.Input opening "0 to 1";
  equation
    m = opening * K * dp / (dp ^ 2 + dp_small ^ 2) ^ 0.25;
  end Valve;

  model DisplacementPump "Moves a volume with each turn, or is turned by it: no losses"
    extends TwoPorts;
    parameter Real D(unit = "m3/rad") = 1e-6 "volume an angle of one";
    Rotational.Flange shaft;
  equation
    m = rho * D * der(shaft.phi);
    shaft.tau = -D * dp;
  end DisplacementPump;

  model Boundary "A large reservoir"
    parameter Units.Pressure p = 1e5;
    parameter Units.Temperature T = 293.15;
    Port port;
  equation
    port.p = p;
    port.h = cp * (T - T_ref);
  end Boundary;

  model FlowSource "A flow that is given"
    parameter Units.MassFlow m = 1 "out of it";
    parameter Units.Temperature T = 293.15;
    Port port;
  equation
    port.m = -m;
    port.h = cp * (T - T_ref);
  end FlowSource;

  model Tank "Open at the top; the ports are at its bottom"
    parameter Integer n(min = 1) = 1 "number of ports";
    parameter Units.Area A = 1;
    parameter Units.Pressure p_air = 1e5;
    Port ports[n];
    Units.Position level(stateSelect = StateSelect.prefer);
    Units.Temperature T(start = 293.15);
  protected
    Units.SpecificEnthalpy h = cp * (T - T_ref);
    Units.HeatFlow carried[n] "by what enters, beyond what is there";
  equation
    rho * A * der(level) = sum(ports.m);
    rho * A * level * cp * der(T) = sum(carried);
    for i in 1:n loop
      ports[i].p = p_air + rho * g * level;
      ports[i].h = h;
      carried[i] = ports[i].m * (actualStream(ports[i].h) - h);
    end for;
  end Tank;

  model MixedVolume "A vessel that is always full and well stirred, with a wall that heat passes"
    parameter Units.Volume V = 1e-3;
    Port a, b;
    Heat.Port wall;
    Units.Temperature T(start = 293.15);
  protected
    Units.SpecificEnthalpy h = cp * (T - T_ref);
  equation
    a.p = b.p;
    a.m + b.m = 0;
    a.h = h;
    b.h = h;
    wall.T = T;
    rho * V * cp * der(T) = a.m * (actualStream(a.h) - h) + b.m * (actualStream(b.h) - h) + wall.Q;
  end MixedVolume;

  model Cylinder "Pushes a rod out as it is filled"
    parameter Units.Area A = 1e-3;
    parameter Units.Pressure p_air = 1e5 "on the other side of the piston";
    parameter Units.Temperature T = 293.15 "of what it holds";
    Port port;
    Translational.Flange rod;
  equation
    port.m = rho * A * der(rod.s);
    rod.f = -A * (port.p - p_air);
    port.h = cp * (T - T_ref);
  end Cylinder;

  model Thermometer "The temperature of what flows by"
    Port port;
    Blocks.Output T(unit = "K");
  equation
    port.m = 0;
    port.h = 0;
    T = T_ref + inStream(port.h) / cp;
  end Thermometer;
end Fluid;
