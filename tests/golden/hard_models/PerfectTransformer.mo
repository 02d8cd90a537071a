// Two windings without leakage: the matrix of inductances is singular for the values of its parameters.
model PerfectTransformer
  parameter Real L1=1,L2=4,M=sqrt(L1*L2);
  Real i1,i2,v1,v2,phi(start=0,fixed=true);
equation
  L1*der(i1)+M*der(i2)=v1;
  M*der(i1)+L2*der(i2)=v2;
  v2=-i2; v1=1-i1; phi=L1*i1+M*i2;
  annotation(experiment(StopTime = 5));
end PerfectTransformer;
