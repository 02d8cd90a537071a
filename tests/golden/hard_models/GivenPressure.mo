// An ideal gas of given pressure and temperature: inflow and cooling follow.
model GivenPressure
  Real n(start=1),T,U,F,Q;
equation
  der(n)=F-0.1; U=n*2.5*T; der(U)=F*3.5*2-0.1*3.5*T-Q; n*T=2+0.1*sin(time); T=1+0.1*cos(time);
  annotation(experiment(StopTime = 1));
end GivenPressure;
