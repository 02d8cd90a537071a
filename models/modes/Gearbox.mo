// Origin: our own. A motor and a load. The first gear turns the motor twice as fast as the load, the second as fast: when it is engaged at 1, both speeds jump, with an
// impulse between them. From 2 on no gear is engaged.
model Gearbox
  parameter Real J1 = 1, J2 = 4;
  Real w1(start = 0, fixed = true), w2, f;
  Integer gear(start = 1, fixed = true);
  Real ratio = if gear == 1 then 2 else 1;
equation
  J1*der(w1) = 1 - f;
  J2*der(w2) = ratio*f;
  0 = if gear > 0 then w1 - ratio*w2 else f;
  when time >= 1 then
    gear = 2;
  elsewhen time >= 2 then
    gear = 0;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Gearbox;
