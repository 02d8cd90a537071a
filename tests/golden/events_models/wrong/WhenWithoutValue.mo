model WhenWithoutValue
  discrete Real y(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.5, 1) then
    y = sqrt(1 - x);
  end when;
  annotation(experiment(StopTime = 3));
end WhenWithoutValue;
