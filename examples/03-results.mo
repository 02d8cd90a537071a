model Rabbits "Lotka and Volterra: rabbits, and foxes that eat them"
  parameter Real growth = 0.5, hunger = 0.02, gain = 0.01, death = 0.3;
  Real rabbits(start = 20, fixed = true);
  Real foxes(start = 10, fixed = true);
  Real total = rabbits + foxes;
equation
  der(rabbits) = growth*rabbits - hunger*rabbits*foxes;
  der(foxes) = gain*rabbits*foxes - death*foxes;
  annotation(experiment(StopTime = 40));
end Rabbits;
