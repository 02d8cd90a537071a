// The inflow for a given level of the second tank; no start values.
model InverseTanks
  Real h1,h2,q;
equation
  der(h1)=q-sqrt(h1); der(h2)=sqrt(h1)-sqrt(h2); h2=1+0.1*sin(time);
  annotation(experiment(StopTime = 1));
end InverseTanks;
