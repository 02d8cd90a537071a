// A force that sinks to zero and stays there, as that of a brake that is released: from then on `force <= 0` is true and `force > 0`
// false, although neither side ever passes the other.
model Trap28RampToALimit
  Real force = if time < 1 then 1 - time else 0;
  Boolean free = force <= 0, pressed = force > 0;
  Real x(start = 0, fixed = true) "For how long it was free", y(start = 0, fixed = true) "and pressed";
equation
  der(x) = if free then 1 else 0;
  der(y) = if pressed then 1 else 0;
  annotation (experiment(StopTime = 3));
end Trap28RampToALimit;
