#!/bin/sh
# tools/ladder counts how far models get, and measures what their simulations take.
# usage: ladder_test.sh SOURCE_DIR DAEDALUS SCRATCH_DIR
set -u
source=$1 daedalus=$2 scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch/lib" "$scratch/references/Steps/Decay"
cd "$scratch" || exit 2
cat >lib/Steps.mo <<'END'
package Steps
  model Decay
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
    annotation(experiment(StopTime = 1));
  end Decay;
  model Growth
    Real x(start = 1, fixed = true);
  equation
    der(x) = x;
  end Growth;
  model Unbalanced
    Real x;
    Real y;
  equation
    x = 1;
  end Unbalanced;
end Steps;
END
printf 'rung\tmodel\tunknowns\n1\tSteps.Decay\t1\n1\tSteps.Growth\t1\n2\tSteps.Unbalanced\t2\n' >list.tsv
printf 'x\n' >references/Steps/Decay/comparisonSignals.txt
printf 'StartTime=0\nStopTime=1\nInterval=0.25\n' >references/Steps/Decay/creation.txt
# exp(-t)
printf 'time,x\n0,1\n0.25,0.7788007831\n0.5,0.6065306597\n0.75,0.4723665527\n1,0.3678794412\n' >references/Steps/Decay/Decay.csv
failed=0
expect() {
  grep -q -- "$1" printed.txt || { echo "no '$1' in:" && cat printed.txt && failed=1; }
}
MODELICAPATH=$scratch/lib
export MODELICAPATH
ladder() {
  python3 "$source/tools/ladder" list.tsv --references references --daedalus "$daedalus" --jobs 2 "$@" >printed.txt 2>&1
}
ladder && { echo "a model that does not match was counted" && failed=1; }
expect '^auto  match     Steps.Decay  [0-9.]* s$'
expect '^auto  simulate  Steps.Growth  [0-9.]* s  there is no reference$'
expect '^auto  parse     Steps.Unbalanced  error'
expect '^auto: parse 3, flatten 2, compile 2, simulate 2, match 1 of 3; seconds: median [0-9.]*, mean [0-9.]*, worst [0-9.]*; memory at most [1-9][0-9]* MB$'
ladder --rung 1 --sample 1 || { echo "Decay matches" && failed=1; }
expect 'match 1 of 1; seconds'
sed -i 's/0.3678794412/0.5/' references/Steps/Decay/Decay.csv
ladder --rung 1 --sample 1
expect '^auto  simulate  Steps.Decay'
# The bench that stands on it: without a library it says so, and is no failure.
(unset MODELICAPATH; "$source/bench/library/run" "$scratch" >printed.txt 2>&1) || failed=1
expect '^skipped: MODELICAPATH names no library$'
exit $failed
