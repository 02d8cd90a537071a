model ClocksOfOneVariable
  Real x = time, y;
equation
  y = sample(x, Clock(1, 10)) + sample(x, Clock(0.1));
end ClocksOfOneVariable;
