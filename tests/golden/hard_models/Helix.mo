// A bead on a helix without friction falls with half of g.
model Helix
  Real x(start=1,fixed=true),y(start=0),z(start=0,fixed=true),vx,vy,vz(start=0,fixed=true),l1,l2,e;
equation
  der(x)=vx;der(y)=vy;der(z)=vz; x=cos(z);y=sin(z);
  der(vx)=l1; der(vy)=l2; der(vz)=-1+l1*sin(z)-l2*cos(z); e=(vx^2+vy^2+vz^2)/2+z;
  annotation(experiment(StopTime = 3));
end Helix;
