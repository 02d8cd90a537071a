/* Co-Simulation of FMI 3.0 over the steps of an exported model. This text follows the model in one file, and
   what the export writes about it (source_text.h):

     FMU_MODEL                  the type of the model: one value has everything, so saving a state copies it
     FMU_MODEL_INITIALIZE(m), FMU_MODEL_STEP(m), FMU_MODEL_UPDATE(m)
     fmu_variables[]            where each value reference is found
     fmu_input, fmu_set_input, fmu_held_value, fmu_constant, fmu_texts
     FMU_TOKEN, FMU_START, FMU_STEP, FMU_STATUS_ENDED, fmu_status_texts

   All steps have the same size, so a communication step is a number of them. */

enum { FMU_INSTANTIATED = 1, FMU_INITIALIZATION = 2, FMU_STEPPING = 4, FMU_TERMINATED = 8 };
enum {
  FMU_BEFORE_END = FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING,
  FMU_ANY = FMU_BEFORE_END | FMU_TERMINATED
};

typedef struct {
  FMU_MODEL model;
  int mode;
  int has_new_parameters; /* what follows from them is not computed yet */
} FmuState;

typedef struct {
  FmuState state;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
} FmuInstance;

static fmi3Status fmu_refuse(const FmuInstance* of, const char* why) {
  if (of != NULL && of->log != NULL) of->log(of->environment, fmi3Error, "logStatusError", why);
  return fmi3Error;
}

static int fmu_may(const FmuInstance* of, int modes) {
  if (of == NULL) return 0;
  if (of->state.mode & modes) return 1;
  fmu_refuse(of, "this function must not be called in this mode");
  return 0;
}

static fmi3Status fmu_refuse_by_status(const FmuInstance* of) {
  return fmu_refuse(of, fmu_status_texts[of->state.model.status]);
}

/* New parameters take effect. */
static int fmu_is_current(FmuInstance* of) {
  if (!of->state.has_new_parameters) return 1;
  if (!FMU_MODEL_UPDATE(&of->state.model)) {
    fmu_refuse_by_status(of);
    return 0;
  }
  of->state.has_new_parameters = 0;
  return 1;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logs, fmi3Boolean event_mode,
                                         fmi3Boolean early_return, const fmi3ValueReference required[],
                                         size_t num_required, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
  FmuInstance* out;
  FmuInstance messenger;
  messenger.environment = environment;
  messenger.log = log;
  (void)resources, (void)visible, (void)logs, (void)event_mode, (void)early_return, (void)required;
  (void)num_required, (void)update;
  if (name == NULL || token == NULL || strcmp(token, FMU_TOKEN) != 0) {
    fmu_refuse(&messenger, "the instance needs a name, and the token of this FMU");
    return NULL;
  }
  out = (FmuInstance*)calloc(1, sizeof(FmuInstance));
  if (out == NULL) return NULL;
  out->environment = environment;
  out->log = log;
  out->state.mode = FMU_INSTANTIATED;
  if (!FMU_MODEL_INITIALIZE(&out->state.model)) {
    fmu_refuse_by_status(out);
    free(out);
    return NULL;
  }
  return out;
}

void fmi3FreeInstance(fmi3Instance instance) {
  free(instance);
}

const char* fmi3GetVersion(void) {
  return "3.0";
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t n,
                               const fmi3String categories[]) {
  (void)on, (void)n, (void)categories;
  return instance == NULL ? fmi3Error : fmi3OK;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean has_stop,
                                       fmi3Float64 stop) {
  FmuInstance* of = (FmuInstance*)instance;
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  if (!fmu_may(of, FMU_INSTANTIATED)) return fmi3Error;
  if (start != FMU_START) return fmu_refuse(of, "this FMU starts at the time for which it was exported");
  of->state.mode = FMU_INITIALIZATION;
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_INITIALIZATION) || !fmu_is_current(of)) return fmi3Error;
  of->state.mode = FMU_STEPPING;
  return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_STEPPING)) return fmi3Error;
  of->state.mode = FMU_TERMINATED;
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_ANY)) return fmi3Error;
  memset(&of->state, 0, sizeof of->state);
  of->state.mode = FMU_INSTANTIATED;
  return FMU_MODEL_INITIALIZE(&of->state.model) ? fmi3OK : fmu_refuse_by_status(of);
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 from, fmi3Float64 size, fmi3Boolean no_return,
                      fmi3Boolean* needs_event, fmi3Boolean* ends, fmi3Boolean* is_early,
                      fmi3Float64* last_time) {
  FmuInstance* of = (FmuInstance*)instance;
  FMU_MODEL* m;
  double count;
  int has_ended = 0;
  (void)no_return;
  if (!fmu_may(of, FMU_STEPPING) || !fmu_is_current(of)) return fmi3Error;
  m = &of->state.model;
  count = floor(size / FMU_STEP + 0.5);
  if (!(size >= 0) || fabs(size - count * FMU_STEP) > 1e-6 * FMU_STEP)
    return fmu_refuse(of, "the size of a communication step must be a multiple of fixedInternalStepSize");
  if (!(fabs(from - m->time) <= 1e-6 * FMU_STEP))
    return fmu_refuse(of, "the step does not begin where the last one ended");
  for (; count > 0 && !has_ended; --count) {
    if (FMU_MODEL_STEP(m)) {
      has_ended = m->status == FMU_STATUS_ENDED;
    } else if (m->status == FMU_STATUS_ENDED) {
      has_ended = 1;
    } else {
      return fmu_refuse_by_status(of);
    }
  }
  if (needs_event != NULL) *needs_event = 0;
  if (ends != NULL) *ends = has_ended != 0;
  if (is_early != NULL) *is_early = count > 0;
  if (last_time != NULL) *last_time = m->time;
  return fmi3OK;
}

/* ---- values ---- */

static int fmu_fits(const FmuInstance* of, fmi3ValueReference reference, FmuType type) {
  if (reference < FMU_NUM_VARIABLES && fmu_variables[reference].type == type) return 1;
  fmu_refuse(of, "there is no variable of this type with this value reference");
  return 0;
}

static double fmu_value_of(const FMU_MODEL* m, const FmuVariable* variable) {
  if (variable->role == FMU_IS_INPUT) return fmu_input(m, variable->input);
  switch (variable->place) {
    case FMU_AT_TIME:
      return m->time;
    case FMU_AT_VARIABLES:
      return variable->sign * m->v[variable->index];
    case FMU_AT_HELD:
      return variable->sign * fmu_held_value(m, variable->index);
    case FMU_AT_PARAMETERS:
      return variable->sign * m->p[variable->index];
    default:
      return variable->sign * fmu_constant(m, variable->index);
  }
}

static fmi3Status fmu_get(fmi3Instance instance, FmuType type, const fmi3ValueReference references[],
                          size_t n, size_t num_values, double* value) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_ANY) || n != num_values || !fmu_is_current(of) || !fmu_fits(of, references[0], type))
    return fmi3Error;
  *value = fmu_value_of(&of->state.model, &fmu_variables[references[0]]);
  return fmi3OK;
}

static fmi3Status fmu_set(fmi3Instance instance, FmuType type, fmi3ValueReference reference, double value) {
  FmuInstance* of = (FmuInstance*)instance;
  FMU_MODEL* m;
  if (!fmu_may(of, FMU_BEFORE_END) || !fmu_fits(of, reference, type)) return fmi3Error;
  m = &of->state.model;
  if (!(fabs(value) <= 1.7976931348623157e308)) return fmu_refuse(of, "the value is not finite");
  if (fmu_variables[reference].role == FMU_IS_INPUT) {
    fmu_set_input(m, fmu_variables[reference].input, value);
  } else if (fmu_variables[reference].role == FMU_IS_PARAMETER) {
    m->p[fmu_variables[reference].index] = value;
    of->state.has_new_parameters = 1;
  } else {
    return fmu_refuse(of, "this variable cannot be set");
  }
  return fmi3OK;
}

/* The getter and the setter of a type of numbers. */
#define FMU_ACCESS(Name, type, as, from_double)                                                    \
  fmi3Status fmi3Get##Name(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                           type values[], size_t num_values) {                                     \
    size_t i;                                                                                      \
    for (i = 0; i < n; ++i) {                                                                      \
      double x = 0;                                                                                \
      if (fmu_get(instance, as, references + i, n, num_values, &x) != fmi3OK) return fmi3Error;    \
      values[i] = from_double;                                                                     \
    }                                                                                              \
    return fmu_may((FmuInstance*)instance, FMU_ANY) ? fmi3OK : fmi3Error;                          \
  }                                                                                                \
  fmi3Status fmi3Set##Name(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                           const type values[], size_t num_values) {                               \
    size_t i;                                                                                      \
    if (n != num_values) return fmu_refuse((FmuInstance*)instance, "one value for each variable"); \
    for (i = 0; i < n; ++i) {                                                                      \
      if (fmu_set(instance, as, references[i], (double)values[i]) != fmi3OK) return fmi3Error;     \
    }                                                                                              \
    return fmu_may((FmuInstance*)instance, FMU_BEFORE_END) ? fmi3OK : fmi3Error;                   \
  }

FMU_ACCESS(Float64, fmi3Float64, FMU_IS_REAL, x)
FMU_ACCESS(Int64, fmi3Int64, FMU_IS_WHOLE, (fmi3Int64)floor(x + 0.5))
FMU_ACCESS(Boolean, fmi3Boolean, FMU_IS_LOGICAL, x != 0)

fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                         fmi3String values[], size_t num_values) {
  FmuInstance* of = (FmuInstance*)instance;
  size_t i;
  if (!fmu_may(of, FMU_ANY) || n != num_values) return fmi3Error;
  for (i = 0; i < n; ++i) {
    if (!fmu_fits(of, references[i], FMU_IS_TEXT)) return fmi3Error;
    values[i] = fmu_texts[fmu_variables[references[i]].index];
  }
  return fmi3OK;
}

/* ---- saved states: copies of the state ---- */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_ANY)) return fmi3Error;
  if (state == NULL) return fmu_refuse(of, "there is no place for the state");
  if (*state == NULL) *state = malloc(sizeof(FmuState));
  if (*state == NULL) return fmu_refuse(of, "there is no memory for the state");
  memcpy(*state, &of->state, sizeof(FmuState));
  return fmi3OK;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  FmuInstance* of = (FmuInstance*)instance;
  if (!fmu_may(of, FMU_ANY)) return fmi3Error;
  if (state == NULL) return fmu_refuse(of, "there is no state");
  memcpy(&of->state, state, sizeof(FmuState));
  return fmi3OK;
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
  if (!fmu_may((FmuInstance*)instance, FMU_ANY)) return fmi3Error;
  if (state == NULL) return fmi3OK;
  free(*state);
  *state = NULL;
  return fmi3OK;
}

/* The bytes begin with the token: a state of another model is refused. */
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
  if (!fmu_may((FmuInstance*)instance, FMU_ANY) || state == NULL || size == NULL) return fmi3Error;
  *size = sizeof FMU_TOKEN + sizeof(FmuState);
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  if (!fmu_may((FmuInstance*)instance, FMU_ANY)) return fmi3Error;
  if (state == NULL || bytes == NULL || size < sizeof FMU_TOKEN + sizeof(FmuState))
    return fmu_refuse((FmuInstance*)instance, "there is no state, or no place for its bytes");
  memcpy(bytes, FMU_TOKEN, sizeof FMU_TOKEN);
  memcpy(bytes + sizeof FMU_TOKEN, state, sizeof(FmuState));
  return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState* state) {
  if (!fmu_may((FmuInstance*)instance, FMU_ANY)) return fmi3Error;
  if (state == NULL || bytes == NULL || size != sizeof FMU_TOKEN + sizeof(FmuState) ||
      memcmp(bytes, FMU_TOKEN, sizeof FMU_TOKEN) != 0)
    return fmu_refuse((FmuInstance*)instance, "these bytes are no state of this FMU");
  if (*state == NULL) *state = malloc(sizeof(FmuState));
  if (*state == NULL) return fmu_refuse((FmuInstance*)instance, "there is no memory for the state");
  memcpy(*state, bytes + sizeof FMU_TOKEN, sizeof(FmuState));
  return fmi3OK;
}

/* ---- what this FMU does not have ---- */

#define FMU_ABSENT(name, parameters)                                                 \
  fmi3Status name parameters {                                                       \
    return fmu_refuse((FmuInstance*)instance, #name ": this FMU does not offer it"); \
  }

#define FMU_ABSENT_TYPE(Name, type)                                                               \
  FMU_ABSENT(fmi3Get##Name,                                                                       \
             (fmi3Instance instance, const fmi3ValueReference r[], size_t n, type v[], size_t k)) \
  FMU_ABSENT(fmi3Set##Name,                                                                       \
             (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const type v[], size_t k))

FMU_ABSENT_TYPE(Float32, fmi3Float32)
FMU_ABSENT_TYPE(Int8, fmi3Int8)
FMU_ABSENT_TYPE(UInt8, fmi3UInt8)
FMU_ABSENT_TYPE(Int16, fmi3Int16)
FMU_ABSENT_TYPE(UInt16, fmi3UInt16)
FMU_ABSENT_TYPE(Int32, fmi3Int32)
FMU_ABSENT_TYPE(UInt32, fmi3UInt32)
FMU_ABSENT_TYPE(UInt64, fmi3UInt64)
FMU_ABSENT(fmi3SetString,
           (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3String v[], size_t k))
FMU_ABSENT(fmi3GetBinary, (fmi3Instance instance, const fmi3ValueReference r[], size_t n, size_t s[],
                           fmi3Binary v[], size_t k))
FMU_ABSENT(fmi3SetBinary, (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const size_t s[],
                           const fmi3Binary v[], size_t k))
FMU_ABSENT(fmi3GetClock, (fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Clock v[]))
FMU_ABSENT(fmi3SetClock, (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Clock v[]))
FMU_ABSENT(fmi3GetNumberOfVariableDependencies, (fmi3Instance instance, fmi3ValueReference r, size_t* n))
FMU_ABSENT(fmi3GetVariableDependencies,
           (fmi3Instance instance, fmi3ValueReference r, size_t e[], fmi3ValueReference i[], size_t k[],
            fmi3DependencyKind d[], size_t n))
FMU_ABSENT(fmi3GetDirectionalDerivative,
           (fmi3Instance instance, const fmi3ValueReference u[], size_t n, const fmi3ValueReference k[],
            size_t m, const fmi3Float64 s[], size_t i, fmi3Float64 o[], size_t j))
FMU_ABSENT(fmi3GetAdjointDerivative,
           (fmi3Instance instance, const fmi3ValueReference u[], size_t n, const fmi3ValueReference k[],
            size_t m, const fmi3Float64 s[], size_t i, fmi3Float64 o[], size_t j))
FMU_ABSENT(fmi3EnterConfigurationMode, (fmi3Instance instance))
FMU_ABSENT(fmi3ExitConfigurationMode, (fmi3Instance instance))
FMU_ABSENT(fmi3GetIntervalDecimal, (fmi3Instance instance, const fmi3ValueReference r[], size_t n,
                                    fmi3Float64 i[], fmi3IntervalQualifier q[]))
FMU_ABSENT(fmi3GetIntervalFraction, (fmi3Instance instance, const fmi3ValueReference r[], size_t n,
                                     fmi3UInt64 c[], fmi3UInt64 s[], fmi3IntervalQualifier q[]))
FMU_ABSENT(fmi3GetShiftDecimal,
           (fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Float64 s[]))
FMU_ABSENT(fmi3GetShiftFraction,
           (fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3UInt64 c[], fmi3UInt64 s[]))
FMU_ABSENT(fmi3SetIntervalDecimal,
           (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Float64 i[]))
FMU_ABSENT(fmi3SetIntervalFraction, (fmi3Instance instance, const fmi3ValueReference r[], size_t n,
                                     const fmi3UInt64 c[], const fmi3UInt64 s[]))
FMU_ABSENT(fmi3SetShiftDecimal,
           (fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Float64 s[]))
FMU_ABSENT(fmi3SetShiftFraction, (fmi3Instance instance, const fmi3ValueReference r[], size_t n,
                                  const fmi3UInt64 c[], const fmi3UInt64 s[]))
FMU_ABSENT(fmi3EvaluateDiscreteStates, (fmi3Instance instance))
FMU_ABSENT(fmi3UpdateDiscreteStates, (fmi3Instance instance, fmi3Boolean* a, fmi3Boolean* b, fmi3Boolean* c,
                                      fmi3Boolean* d, fmi3Boolean* e, fmi3Float64* t))
FMU_ABSENT(fmi3EnterEventMode, (fmi3Instance instance))
FMU_ABSENT(fmi3EnterStepMode, (fmi3Instance instance))
FMU_ABSENT(fmi3EnterContinuousTimeMode, (fmi3Instance instance))
FMU_ABSENT(fmi3CompletedIntegratorStep,
           (fmi3Instance instance, fmi3Boolean a, fmi3Boolean* b, fmi3Boolean* c))
FMU_ABSENT(fmi3SetTime, (fmi3Instance instance, fmi3Float64 t))
FMU_ABSENT(fmi3SetContinuousStates, (fmi3Instance instance, const fmi3Float64 x[], size_t n))
FMU_ABSENT(fmi3GetContinuousStateDerivatives, (fmi3Instance instance, fmi3Float64 x[], size_t n))
FMU_ABSENT(fmi3GetEventIndicators, (fmi3Instance instance, fmi3Float64 x[], size_t n))
FMU_ABSENT(fmi3GetContinuousStates, (fmi3Instance instance, fmi3Float64 x[], size_t n))
FMU_ABSENT(fmi3GetNominalsOfContinuousStates, (fmi3Instance instance, fmi3Float64 x[], size_t n))
FMU_ABSENT(fmi3GetNumberOfEventIndicators, (fmi3Instance instance, size_t* n))
FMU_ABSENT(fmi3GetNumberOfContinuousStates, (fmi3Instance instance, size_t* n))
FMU_ABSENT(fmi3GetOutputDerivatives, (fmi3Instance instance, const fmi3ValueReference r[], size_t n,
                                      const fmi3Int32 o[], fmi3Float64 v[], size_t k))
FMU_ABSENT(fmi3ActivateModelPartition, (fmi3Instance instance, fmi3ValueReference c, fmi3Float64 t))

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logs,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logs;
  if (log != NULL) log(environment, fmi3Error, "logStatusError", "this FMU is for Co-Simulation only");
  return NULL;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logs,
                                               fmi3InstanceEnvironment environment,
                                               fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
                                               fmi3LockPreemptionCallback lock,
                                               fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logs, (void)update, (void)lock, (void)unlock;
  if (log != NULL) log(environment, fmi3Error, "logStatusError", "this FMU is for Co-Simulation only");
  return NULL;
}
