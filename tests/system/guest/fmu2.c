/* An FMU of FMI 2 for Model Exchange with one state, x' = -x. It needs two rounds for each event. In the
   first round it changes its state, in the second it says nothing about that. Its directional derivatives are
   missing on purpose. */
#include <fmi2Functions.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double x;
  int round;
  int is_broken;
  fmi2CallbackFunctions callbacks;
} Model;

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  Model* m = malloc(sizeof *m);
  (void)name, (void)type, (void)resources, (void)visible, (void)logging;
  if (m == NULL || strcmp(token, "right token") != 0) {
    free(m);
    callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "", "the token is %s", token);
    return NULL;
  }
  m->x = 1.0;
  m->round = m->is_broken = 0;
  m->callbacks = *callbacks;
  return m;
}
/* Through the callbacks: they must still exist. */
void fmi2FreeInstance(fmi2Component c) {
  Model* m = c;
  m->callbacks.logger(m->callbacks.componentEnvironment, "", fmi2Warning, "", "freed");
  free(m);
}
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean d, fmi2Real t, fmi2Real b, fmi2Boolean s,
                               fmi2Real e) {
  (void)c, (void)d, (void)t, (void)b, (void)s, (void)e;
  return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return (void)c, fmi2OK;
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return (void)c, fmi2OK;
}
fmi2Status fmi2Terminate(fmi2Component c) {
  return (void)c, fmi2OK;
}
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference* r, size_t n, fmi2Real* v) {
  (void)r, (void)n;
  v[0] = ((Model*)c)->x;
  return fmi2OK;
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference* r, size_t n, const fmi2Real* v) {
  (void)r, (void)n;
  ((Model*)c)->x = v[0];
  return fmi2OK;
}
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference* r, size_t n, fmi2Integer* v) {
  return (void)c, (void)r, (void)n, (void)v, fmi2Error;
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference* r, size_t n, fmi2Boolean* v) {
  return (void)c, (void)r, (void)n, (void)v, fmi2Error;
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference* r, size_t n, const fmi2Integer* v) {
  return (void)c, (void)r, (void)n, (void)v, fmi2Error;
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference* r, size_t n, const fmi2Boolean* v) {
  return (void)c, (void)r, (void)n, (void)v, fmi2Error;
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference* r, size_t n, const fmi2String* v) {
  return (void)c, (void)r, (void)n, (void)v, fmi2Error;
}
fmi2Status fmi2EnterEventMode(fmi2Component c) {
  ((Model*)c)->round = 0;
  return fmi2OK;
}
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  Model* m = c;
  const int is_first = m->round++ == 0;
  memset(info, 0, sizeof *info);
  if (is_first) m->x = 5.0;
  info->newDiscreteStatesNeeded = is_first;
  info->valuesOfContinuousStatesChanged = is_first;
  info->nextEventTimeDefined = fmi2True;
  info->nextEventTime = is_first ? 1.0 : 2.0;
  return fmi2OK;
}
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return (void)c, fmi2OK;
}
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean n, fmi2Boolean* e, fmi2Boolean* t) {
  (void)c, (void)n;
  *e = *t = fmi2False;
  return fmi2OK;
}
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t) {
  Model* m = c;
  if (t < 100.0) return fmi2OK;
  m->callbacks.logger(m->callbacks.componentEnvironment, "", fmi2Error, "", "time %g is too late", t);
  return fmi2Error;
}
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real* x, size_t n) {
  (void)n;
  ((Model*)c)->x = x[0];
  return fmi2OK;
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real* x, size_t n) {
  (void)n;
  x[0] = ((Model*)c)->x;
  return fmi2OK;
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real* d, size_t n) {
  (void)n;
  d[0] = -((Model*)c)->x;
  return fmi2OK;
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real* z, size_t n) {
  return (void)c, (void)z, (void)n, fmi2OK;
}
