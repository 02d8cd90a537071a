model StartWithoutValue
  parameter Real a = -1;
  discrete Real y;
initial equation
  y = log(a);
equation
  when time > 0.5 then
    y = 1;
  end when;
  annotation(experiment(StopTime = 1));
end StartWithoutValue;
