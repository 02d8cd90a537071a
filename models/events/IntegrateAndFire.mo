// Origin: the leaky integrate-and-fire neuron (L. Lapicque, 1907; W. Gerstner, W. Kistler, Spiking Neuron Models, 2002). It fires every
// T ln(I/(I - 1)) and rests for t_rest after each.
model IntegrateAndFire "A neuron that fires at a threshold and rests a while"
  parameter Real T(unit = "s") = 0.02 "Time constant";
  parameter Real I = 1.5 "Drive, relative to the threshold";
  parameter Real t_rest(unit = "s") = 0.005;
  Real v(start = 0, fixed = true) "Potential, relative to the threshold";
  Boolean resting;
  discrete Real t_fired(unit = "s", start = -1, fixed = true);
  Integer spikes(start = 0, fixed = true);
equation
  T * der(v) = if resting then 0 else I - v;
  resting = time < t_fired + t_rest;
  when v >= 1 then
    t_fired = time;
    spikes = pre(spikes) + 1;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 0.5, Interval = 1e-3, Tolerance = 1e-8));
end IntegrateAndFire;
