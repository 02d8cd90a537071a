// The length of the second pendulum follows from the force in the first, index 5 (the example of J. D. Pryce, BIT 41 (2001) 364-394); the energy of the first is constant.
model TwoPendula
  parameter Real L=1,G=9.8,c=0.1;
  Real x(start=0.6,fixed=true),y(start=0.8),vx(start=0,fixed=true),vy,lam,u(start=0.9,fixed=false),v(start=0.9),wu,wv,kap;
  Real e;
equation
  der(x)=vx; der(y)=vy; der(vx)=-lam*x; der(vy)=-lam*y+G; x^2+y^2=L^2;
  der(u)=wu; der(v)=wv; der(wu)=-kap*u; der(wv)=-kap*v+G; u^2+v^2=(L+c*lam)^2;
  e = (vx^2+vy^2)/2-G*y;
  annotation(experiment(StopTime = 1));
end TwoPendula;
