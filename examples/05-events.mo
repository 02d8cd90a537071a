package Events
  model Heating "A heater that a thermostat switches"
    parameter Real T_low = 19, T_high = 21;
    Real T(start = 15, fixed = true) "temperature of the room";
    Boolean on(start = true, fixed = true);
    Integer count(start = 0, fixed = true) "how often a clock of one minute has seen it on";
  equation
    der(T) = (if on then 0.5 else 0) - 0.02*(T - 5);
    on = T < T_low or pre(on) and T < T_high;
    when sample(0, 1) then
      count = pre(count) + (if on then 1 else 0);
    end when;
    annotation(experiment(StopTime = 60));
  end Heating;

  model Ball "Bounces until it rests on the floor"
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Boolean flying(start = true, fixed = true);
  equation
    der(h) = v;
    der(v) = if flying then -9.81 else 0;
    when h <= 0 then
      flying = -0.7*pre(v) > 0.01;
      reinit(v, if flying then -0.7*pre(v) else 0);
    end when;
    annotation(experiment(StopTime = 4));
  end Ball;
end Events;
