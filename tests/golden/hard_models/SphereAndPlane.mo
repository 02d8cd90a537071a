// A point on a great circle, kept by a sphere and a plane.
model SphereAndPlane
  Real x(start=1),y,z,l1,l2,vx,vy,vz;
equation
  der(x)=vx;der(y)=vy;der(z)=vz; der(vx)=2*l1*x+l2; der(vy)=2*l1*y+l2; der(vz)=2*l1*z+l2;
  x^2+y^2+z^2=2; x+y+z=0;
initial equation x=1; y=-1; vx+vy-2*vz=sqrt(6)*sqrt(2);
  annotation(experiment(StopTime = 6));
end SphereAndPlane;
