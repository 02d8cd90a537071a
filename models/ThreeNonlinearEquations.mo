// Origin: Cellier & Kofman [H7.2]: three nonlinear equations F1(x1, x3), F2(x2), F3(x1, x2) that sort into
// three scalar Newton iterations, x2 before x1 before x3. The text leaves the functions open: these are our
// choice, with the time in F2 so that there is a trajectory. There is no state.
model ThreeNonlinearEquations "Nonlinear equations that sort into three scalar ones"
  Real x1(start = 1) "Second in order";
  Real x2(start = 1) "First in order";
  Real x3(start = 0.5) "Third in order";
equation
  x3 + tanh(x3) - x1 ^ 2 = 0 "[H7.2a]";
  x2 ^ 3 + x2 - 2 - sin(time) = 0 "[H7.2b]";
  x1 * exp(x1) - x2 - 1 = 0 "[H7.2c]";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end ThreeNonlinearEquations;
