package Starts
  model Reactor "A stirred reactor at rest"
    Real c "concentration", T(start = 390) "temperature", r "rate of the reaction";
    parameter Real T_cool = 300;
  equation
    der(c) = 1 - c - r;
    der(T) = 300 - T + 300*r - 2*(T - T_cool);
    r = 1e10*exp(-8000/T)*c;
  initial equation
    der(c) = 0;
    der(T) = 0;
    annotation(experiment(StopTime = 5));
  end Reactor;

  model Heater "Heat that grows faster than it is carried off"
    Real T(start = 300), q;
  equation
    der(T) = q - 0.1*(T - 300);
    q = 100*exp((T - 300)/100);
  initial equation
    der(T) = 0;
  end Heater;
end Starts;
