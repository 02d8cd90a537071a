#!/bin/sh
# Tests of exported FMUs by FMPy.
# usage: run_fmpy.sh PROGRAM MODELS FOLDER     FOLDER keeps the packages of Python between runs
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export DAEDALUS="$1" DAEDALUS_MODELS="$2"
folder=$3
if [ ! -e "$folder/complete" ]; then
  { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet fmpy==0.3.32 pytest; } || {
    echo "SKIPPED: FMPy cannot be installed"
    exit 77
  }
  touch "$folder/complete"
fi
cd "$here"
"$folder/bin/python" -B -m pytest -q -p no:cacheprovider test_functions.py
# A spread of models; without arguments the program compares all.
"$folder/bin/python" -B compare_models.py RlcCircuit VanDerPol.mo CartesianPendulum.mo SampledPi BouncingBall \
  TrafficLight Thermostat CapacitorsMeet TwoTanks SliderCrank MotorLiftsArm models/Pendulum.mo
