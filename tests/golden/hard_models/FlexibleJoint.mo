// The torque of a motor behind a spring for a given path of the link: index 5.
model FlexibleJoint
  Real q,qm,w,wm,u;
equation
  der(q)=w; der(w)=-sin(q)-100*(q-qm); der(qm)=wm; der(wm)=100*(q-qm)+u; q=sin(time);
  annotation(experiment(StopTime = 1));
end FlexibleJoint;
