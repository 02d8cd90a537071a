// A pendulum kept in its plane and on its circle by three constraints, of which one follows from the others; its energy is constant.
model SpatialRedundant
  Real x(start=0.6,fixed=true),y(start=-0.8),z,vx(start=0,fixed=true),vy,vz,a,b,c,e;
equation
  der(x)=vx;der(y)=vy;der(z)=vz;
  der(vx)=2*(a+b)*x; der(vy)=2*(a+b)*y-9.81; der(vz)=2*a*z+c;
  x^2+y^2+z^2=1; x^2+y^2=1; z=0; e=(vx^2+vy^2)/2+9.81*y;
  annotation(experiment(StopTime = 2));
end SpatialRedundant;
