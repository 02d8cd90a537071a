// Every kind of diagnostic, with its stable number. Numbers are never reused; the hundreds name the stage.
//   00 command line and files   01 syntax   02 semantics   03 structure   04 initial values   05 simulation
//                               06 results
#pragma once

#include <string_view>

// X(enumerator, number, what it is about). Keep sorted by number.
#define DAEDALUS_DIAGNOSTIC_CODES(X)                                                                   \
  X(kNone, 0, "no particular kind")                                                                    \
  X(kCannotReadFile, 1, "a file cannot be opened or read")                                             \
  X(kNotUtf8, 2, "a source text is not valid UTF-8")                                                   \
  X(kNotAPackageDirectory, 3, "a directory without package.mo")                                        \
  X(kNoModel, 4, "the files contain no model to simulate")                                             \
  X(kUnknownClass, 5, "no class has the requested name")                                               \
  X(kBadOption, 6, "an option or its value does not fit the model")                                    \
  X(kDuplicateClass, 7, "a class is in two files")                                                     \
  X(kWrongClassInFile, 8, "a file does not contain the class its name promises")                       \
  X(kWrongWithin, 9, "a within clause that does not name the package around the file")                 \
  X(kOtherVersion, 10, "a library has another version than the requested one")                         \
  X(kFileChanged, 11, "a file changed while it was read")                                              \
  X(kBadResource, 12, "an address of a resource that leads nowhere")                                   \
  X(kUnexpectedToken, 101, "the text does not follow the grammar here")                                \
  X(kUnterminated, 102, "a comment, string or quoted identifier does not end")                         \
  X(kBadCharacter, 103, "a character that no token contains")                                          \
  X(kBadNumber, 104, "a malformed or unrepresentable number")                                          \
  X(kBadEscape, 105, "an unknown escape sequence in a string")                                         \
  X(kTooDeep, 106, "nesting deeper than the parser follows")                                           \
  X(kMismatchedEnd, 107, "the name after `end` is not the name of the class")                          \
  X(kUnknownName, 201, "a name that nothing declares")                                                 \
  X(kUnknownType, 202, "a type that nothing declares")                                                 \
  X(kUnknownFunction, 203, "a function that nothing declares")                                         \
  X(kUnknownAttribute, 204, "a modifier that the type does not have")                                  \
  X(kDuplicateName, 205, "a name declared twice")                                                      \
  X(kDuplicateModifier, 206, "an attribute given twice")                                               \
  X(kNotAFunction, 207, "something is called that is not a function")                                  \
  X(kNotAValue, 208, "a class or function where a value is needed")                                    \
  X(kNotAModel, 209, "a class that cannot be simulated by its kind")                                   \
  X(kUnsupportedElement, 211, "a declaration that is not supported yet")                               \
  X(kUnsupportedEquation, 212, "an equation or section that is not supported yet")                     \
  X(kUnsupportedFunction, 213, "a function or operator that is not supported yet")                     \
  X(kUnsupportedExpression, 214, "an expression that is not supported yet")                            \
  X(kDiscreteVariable, 215, "a variable that changes at events only")                                  \
  X(kTypeMismatch, 221, "a value of the wrong type")                                                   \
  X(kDimensionMismatch, 222, "arrays whose dimensions do not fit together")                            \
  X(kSubscriptType, 223, "a subscript that is not an Integer")                                         \
  X(kSubscriptOutOfBounds, 224, "a subscript outside of its dimension")                                \
  X(kSubscriptCount, 225, "more subscripts than dimensions")                                           \
  X(kMisplacedSubscript, 226, "`end` or `:` where there is no dimension")                              \
  X(kWrongArgumentCount, 227, "a call with too many or too few arguments")                             \
  X(kWrongArgumentType, 228, "an argument of the wrong type or rank")                                  \
  X(kBadNamedArgument, 229, "a named argument that the function does not have")                        \
  X(kTooVariable, 231, "something that varies where a constant or parameter expression is needed")     \
  X(kCyclicDeclaration, 232, "declarations that depend on each other")                                 \
  X(kNotEvaluable, 233, "a value that is needed to flatten the model is not known")                    \
  X(kBadDimension, 234, "a dimension that is not a size")                                              \
  X(kUnknownDimension, 235, "a dimension `:` that nothing determines")                                 \
  X(kIntegerOverflow, 236, "an Integer that is too large")                                             \
  X(kDivisionByZero, 237, "an Integer division by zero")                                               \
  X(kMissingValue, 238, "a constant without a value")                                                  \
  X(kBadModification, 239, "a modification that does not fit what it modifies")                        \
  X(kBadRange, 241, "a range whose elements cannot be listed")                                         \
  X(kUnknownRange, 242, "a loop without a range, and nothing to deduce it from")                       \
  X(kIfEquationMismatch, 243, "branches of an if-equation with different numbers of equations")        \
  X(kBadEquation, 244, "an equation between things that cannot be equated")                            \
  X(kBadExperiment, 245, "an experiment annotation that cannot be used")                               \
  X(kUnboundInput, 246, "an input of the model that nothing determines")                               \
  X(kTooManyTerms, 247, "an expression too large to be written out")                                   \
  X(kMissingInner, 248, "an outer component without an inner one around it")                           \
  X(kDisabledComponent, 249, "a component whose condition is false is used")                           \
  X(kBadConnection, 251, "a connection between things that do not fit together")                       \
  X(kPartialClass, 252, "a component of a partial class")                                              \
  X(kRecursiveComponent, 253, "a component that contains itself")                                      \
  X(kFunctionFailed, 254, "a function that cannot be carried out")                                     \
  X(kBadRedeclaration, 255, "a redeclaration that its original does not allow")                        \
  X(kBadElement, 256, "an element that the kind of its class does not allow")                          \
  X(kBadBaseClass, 257, "a class that inherits from one that its kind does not allow")                 \
  X(kBadPrefix, 258, "a prefix that does not fit the declaration")                                     \
  X(kBadAccess, 259, "a name that may not be used from here")                                          \
  X(kConflictingElements, 260, "a name inherited twice with different declarations")                   \
  X(kMixedUnits, 261, "quantities in different units are added, compared or equated")                  \
  X(kBadUnit, 262, "the text of a unit that does not follow its grammar")                              \
  X(kImpureCall, 270, "an impure function is called where only pure ones may be")                      \
  X(kUnexplained, 299, "flattening gave something up without saying why: our mistake")                 \
  X(kUnbalanced, 301, "the numbers of equations and unknowns differ")                                  \
  X(kCyclicParameters, 302, "parameters whose values depend on each other")                            \
  X(kDuplicateVariable, 303, "two variables or parameters of the flat model have one name")            \
  X(kParameterWithoutValue, 304, "a parameter that nothing gives a value")                             \
  X(kParameterNotFinite, 305, "the value of a parameter is not a finite number")                       \
  X(kParameterVaries, 306, "the value of a parameter depends on time or on a variable")                \
  X(kForeignExpression, 307, "an expression of another model")                                         \
  X(kHigherDerivative, 308, "a second derivative written as such")                                     \
  X(kStructurallySingular, 310, "some equations have no unknown left to determine")                    \
  X(kHigherIndex, 311, "constraints between differential variables: the index is higher than 1")       \
  X(kBadBounds, 312, "min above max, or a nominal value that is not positive")                         \
  X(kOutsideBounds, 313, "a parameter or start value outside of its min and max")                      \
  X(kRedundantEquation, 320, "an equation that others already imply")                                  \
  X(kContradictoryEquations, 321, "equations that give one unknown two values")                        \
  X(kConflictingStarts, 322, "one unknown under two names, fixed at two start values")                 \
  X(kConflictingAttributes, 323, "one unknown under two names, with attributes that do not agree")     \
  X(kInitialOverdetermined, 401, "more initial conditions than the model leaves free")                 \
  X(kInitialUnderdetermined, 402, "the initial conditions do not determine every variable")            \
  X(kInitialNotFinite, 403, "an equation has no finite value at the start")                            \
  X(kInitialNotConverged, 404, "no consistent initial values were found")                              \
  X(kInitialAssumed, 405, "start values were taken as initial conditions")                             \
  X(kRunNotFinite, 501, "an equation has no finite value during the run")                              \
  X(kStepFailed, 502, "the integrator could not go on")                                                \
  X(kAssertionFailed, 503, "an assertion of the model does not hold")                                  \
  X(kLoopNotSolved, 504, "an algebraic loop has no solution during the run")                           \
  X(kBelowTolerance, 505, "a variable is smaller than its absolute tolerance all the time")            \
  X(kBoundCrossed, 506, "a variable has left its bounds during the run")                               \
  X(kEventsDoNotSettle, 507, "at an event nothing is found that all conditions agree with")            \
  X(kEventNotSolved, 508, "the equations have no solution after an event")                             \
  X(kCrowdedEvents, 509, "events follow each other without time going on")                             \
  X(kTerminated, 510, "the model has ended the run")                                                   \
  X(kBadReinit, 511, "a new value for something that is not a state")                                  \
  X(kBadSample, 512, "sampling with an interval that is not positive")                                 \
  X(kUndetermined, 513, "for a moment nothing determines some unknowns, which kept their values")      \
  X(kClockConflict, 514, "clocks that contradict each other")                                          \
  X(kClockUnknown, 515, "a clocked variable without a known clock")                                    \
  X(kClockedAndContinuous, 516, "a variable that would be clocked and continuous at once")             \
  X(kBadClock, 517, "a clock, a conversion or a solver of clocks that cannot be")                      \
  X(kClockedEquations, 518, "clocked equations that do not determine their variables")                 \
  X(kClockedDerivative, 519, "a derivative in clocked equations without a solver")                     \
  X(kModeNotSolvable, 520, "in one of its modes a model does not determine its unknowns")              \
  X(kImpulse, 521, "states would have to jump, and the equations do not say how")                      \
  X(kEndNotSatisfied, 522, "the values at the end of a run do not satisfy an equation")                \
  X(kErrorsAddUp, 523, "errors of many steps add up in a model that damps none of them")               \
  X(kStepTooLong, 524, "fixed steps that are too long for a state")                                    \
  X(kBadStateMachine, 525, "a state machine whose states and transitions do not fit together")         \
  X(kDefaultClock, 526, "a state machine without a clock of its own")                                  \
  X(kStructureConverted, 560, "equations were combined because structural analysis was wrong")         \
  X(kRankDeficient, 561, "equations depend on each other, which their structure does not show")        \
  X(kRedundantConstraint, 562, "a constraint that follows from others was left out")                   \
  X(kInitialRedundant, 563, "an initial condition that follows from the others")                       \
  X(kStartChanged, 564, "a start value that was only a guess, and could not be kept")                  \
  X(kNoChoiceOfStates, 565, "no choice of states makes the equations regular")                         \
  X(kContradictoryStart, 566, "equations and conditions that no values satisfy together at the start") \
  X(kNoState, 567, "a variable that must be a state is not one")                                       \
  X(kUnknownResultFormat, 601, "a result file is neither .csv nor .mat")                               \
  X(kCannotWriteFile, 602, "a file cannot be created or written")                                      \
  X(kBadResultFile, 603, "a result file does not have the layout it should have")                      \
  X(kIncompleteResultFile, 604, "the end of a result file is missing")                                 \
  X(kBadState, 605, "a saved state that is damaged, or belongs to another model")                      \
  X(kBadInput, 606, "values of inputs that do not fit the model or the run")                           \
  X(kInputNotSet, 607, "an input of the model without a value")                                        \
  X(kInputDifferentiated, 608, "an input whose derivatives the equations need, and that has none")     \
  X(kBadInvariant, 610, "an invariant without content, or in a place where it is not allowed")         \
  X(kInvariantViolated, 611, "the initial values do not satisfy an invariant")                         \
  X(kInvariantLost, 612, "the solution cannot be brought back to an invariant")                        \
  X(kBadDelay, 620, "a delay that is not positive, or longer than its limit")                          \
  X(kBadDistribution, 621, "a spatial distribution that is not given from one end to the other")       \
  X(kEffectFailed, 630, "a function that does something at an event could not do it")                  \
  X(kForeignFunction, 631, "a function of another language that cannot be found or called")

namespace daedalus {

enum class Code : unsigned short {
#define DAEDALUS_X(name, number, about) name = number,
  DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
};

constexpr std::string_view About(Code code) {
  switch (code) {
#define DAEDALUS_X(name, number, about) \
  case Code::name:                      \
    return about;
    DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
  }
  return {};
}

}  // namespace daedalus
