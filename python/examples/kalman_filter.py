"""An extended Kalman filter on a model: the angle of a pendulum is measured with noise, its speed is not.

Between measurements the covariance follows P' = A P + P A^T + Q, with the exact Jacobian A of the model
(A. Gelb, Applied Optimal Estimation, 1974, table 6.1-1).
"""

import numpy as np
from scipy.linalg import expm

import daedalus as dd

model = dd.Model.from_text("""
model Pendulum
  parameter Real d = 0.2;
  Real phi(start = 1, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi) - d*w;
end Pendulum;
""")

STEP, NOISE = 0.05, 0.1
truth = model.simulate(stop=5, interval=STEP)
rng = np.random.default_rng(7)
measured = truth["phi"] + NOISE * rng.standard_normal(len(truth.time))

estimates = []
with model.instance() as sim:
    names = sim.state_names
    seen = np.array([[name == "phi" for name in names]], dtype=float)
    x, p = np.array([0.5 if name == "phi" else 0.0 for name in names]), np.eye(2)
    q = 1e-3 * np.eye(2)
    for t, y in zip(truth.time, measured, strict=True):
        # Measure: the gain weighs the model against the noise.
        gain = p @ seen.T @ np.linalg.inv(seen @ p @ seen.T + NOISE**2)
        x, p = x + gain @ (y - seen @ x), (np.eye(2) - gain @ seen) @ p
        estimates.append(x)
        # Predict: a step of the classical Runge-Kutta method, and the linear flow of the covariance.
        sim.set_point(t, x)
        flow = expm(sim.jacobian() * STEP)
        k1 = sim.derivatives(t, x)
        k2 = sim.derivatives(t + STEP / 2, x + STEP / 2 * k1)
        k3 = sim.derivatives(t + STEP / 2, x + STEP / 2 * k2)
        k4 = sim.derivatives(t + STEP, x + STEP * k3)
        x = x + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        p = flow @ p @ flow.T + STEP * q

late = truth.time > 1
error = {n: np.std(np.array(estimates)[late, i] - truth[n][late]) for i, n in enumerate(names)}
print(f"error of the angle {error['phi']:.3f} (measured: {NOISE}), of the speed {error['w']:.3f}")
assert error["phi"] < 0.6 * NOISE and error["w"] < 0.3
