within Parts;
package Heat "Heat in lumped bodies"
  import Parts.Units;

  connector Port
    Units.Temperature T;
    flow Units.HeatFlow Q "heat into the element";
  end Port;

  model Capacity "A body of one temperature"
    parameter Units.HeatCapacity C = 1;
    Units.Temperature T;
    Port port;
  equation
    T = port.T;
    C * der(T) = port.Q;
  end Capacity;

  model Conductor
    parameter Units.ThermalConductance G = 1;
    Port a, b;
    Units.HeatFlow Q "from a to b";
  equation
    Q = G * (a.T - b.T);
    a.Q = Q;
    b.Q = -Q;
  end Conductor;

  model Radiator "Exchange by radiation: Q = Gr * sigma * (Ta^4 - Tb^4)"
    parameter Real Gr(unit = "m2") = 1 "area, emissivities and view factors";
    constant Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan and Boltzmann's constant (CODATA 2018)";
    Port a, b;
  equation
    a.Q = Gr * sigma * (a.T^4 - b.T^4);
    a.Q + b.Q = 0;
  end Radiator;

  model FixedTemperature
    parameter Units.Temperature T = 293.15;
    Port port;
  equation
    port.T = T;
  end FixedTemperature;

  model HeatSource
    parameter Units.HeatFlow Q = 1;
    Port port;
  equation
    port.Q = -Q;
  end HeatSource;

  model Rod "A rod of n cells, each a capacity between two conductors"
    parameter Integer n(min = 1) = 10;
    parameter Units.HeatCapacity C = 1 "of the whole rod";
    parameter Units.ThermalConductance G = 1 "of the whole rod, end to end";
    parameter Units.Temperature T0 = 293.15 "at the start";
    Port a, b;
    Capacity cell[n](each C = C / n, each T(start = T0, fixed = true));
    Conductor link[n - 1](each G = n * G);
    Conductor first(G = 2 * n * G), last(G = 2 * n * G);
  equation
    connect(a, first.a);
    connect(first.b, cell[1].port);
    for i in 1:n - 1 loop
      connect(cell[i].port, link[i].a);
      connect(link[i].b, cell[i + 1].port);
    end for;
    connect(cell[n].port, last.a);
    connect(last.b, b);
  end Rod;
end Heat;
