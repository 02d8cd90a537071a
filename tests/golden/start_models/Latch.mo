model Latch "a latch keeps the side that its start values are on"
  Real a(start = 4.5), b(start = 0.5), f;
initial equation
  der(a) = 0;
  der(b) = 0;
equation
  0.1*der(a) = 5/(1+exp(4*(b-2.5)))-a;
  0.1*der(b) = 5/(1+exp(4*(a-2.5)))-b;
  f = a-b;
end Latch;
