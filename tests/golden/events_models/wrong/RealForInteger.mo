// An Integer cannot follow a Real.
model RealForInteger
  Integer n;
equation
  n = 2.5*time;
end RealForInteger;
