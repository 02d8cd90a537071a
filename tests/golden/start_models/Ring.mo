model Ring "three inverting stages in a ring, steady start at the unstable point"
  Real v[3](each start = 2);
initial equation
  der(v) = zeros(3);
equation
  der(v[1]) = -v[1] + 5/(1 + exp(10*(v[3] - 2.2)));
  der(v[2]) = -v[2] + 5/(1 + exp(10*(v[1] - 2.2)));
  der(v[3]) = -v[3] + 5/(1 + exp(10*(v[2] - 2.2)));
end Ring;
