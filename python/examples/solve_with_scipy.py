"""SciPy integrates a model: its right-hand side and its exact Jacobian."""

import numpy as np
from scipy.integrate import solve_ivp

import daedalus as dd

# Van der Pol's oscillator, stiff for a large mu.
model = dd.Model.from_text("""
model VanDerPol
  parameter Real mu = 100;
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = mu*(1 - x^2)*v - x;
end VanDerPol;
""")

with model.instance() as sim:

    def jacobian(t: float, x: np.ndarray) -> np.ndarray:
        sim.set_point(t, x)
        return sim.jacobian()

    solution = solve_ivp(
        sim.derivatives, (0, 100), sim.states, method="BDF", jac=jacobian, rtol=1e-8, atol=1e-10
    )
    place = sim.state_names.index("x")

r = model.simulate(stop=100, tolerance=1e-8)
difference = abs(solution.y[place, -1] - r["x"][-1])
print(f"x(100) by SciPy {solution.y[place, -1]:.6f}, by Daedalus {r['x'][-1]:.6f}")
assert solution.success and difference < 1e-5
