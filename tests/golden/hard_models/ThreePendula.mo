// The same with a third, index 7.
model ThreePendula
  parameter Real L=1,G=9.8,c=0.1;
  Real x(start=0.6,fixed=true),y(start=0.8),vx(start=0,fixed=true),vy,lam,u(start=0.9),v(start=1),wu,wv,kap(start=5),a(start=1),b(start=1),wa,wb,mu(start=5),e;
equation
  der(x)=vx; der(y)=vy; der(vx)=-lam*x; der(vy)=-lam*y+G; x^2+y^2=L^2;
  der(u)=wu; der(v)=wv; der(wu)=-kap*u; der(wv)=-kap*v+G; u^2+v^2=(L+c*lam)^2;
  der(a)=wa; der(b)=wb; der(wa)=-mu*a; der(wb)=-mu*b+G; a^2+b^2=(L+c*kap)^2;
  e = (vx^2+vy^2)/2-G*y;
  annotation(experiment(StopTime = 0.5));
end ThreePendula;
