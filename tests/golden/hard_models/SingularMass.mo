// A matrix of masses of rank 2 of 3.
model SingularMass
  Real x[3](start={0,1,0}),v[3];
  constant Real M[3,3]=[2,1,3;1,1,2;3,2,5];
equation
  der(x)=v;
  M*der(v) + diagonal({1,2,3})*x = M*{-sin(time),-cos(time),-4*sin(2*time)} + {sin(time),2*cos(time),3*sin(2*time)};
initial equation
  x[1]=0; v[1]=1; x[2]=1; v[2]=0;
  annotation(experiment(StopTime = 1));
end SingularMass;
