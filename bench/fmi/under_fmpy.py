"""How long FMPy takes to simulate an FMU by Model Exchange with its CVODE.

usage: under_fmpy.py FMU STOP INTERVAL TOLERANCE     prints seconds: the least of three runs
"""

import sys
import time

import fmpy

fmu, stop, interval, tolerance = sys.argv[1], *(float(word) for word in sys.argv[2:5])
description = fmpy.read_model_description(fmu, validate=False)
folder = fmpy.extract(fmu)
instance = fmpy.instantiate_fmu(folder, description, fmi_type="ModelExchange")
times = []
for _ in range(3):
    begin = time.perf_counter()
    fmpy.simulate_fmu(folder, validate=False, stop_time=stop, output_interval=interval, relative_tolerance=tolerance,
                      fmi_type="ModelExchange", model_description=description, fmu_instance=instance, output=[])
    times.append(time.perf_counter() - begin)
    instance.reset()
print(min(times))
