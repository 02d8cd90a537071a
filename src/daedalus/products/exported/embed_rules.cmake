# cmake -DRULES=event_rules.h -DOUTPUT=file.cc -P embed_rules.cmake
# Writes the C of the rules of events, which stands between two marks, as a raw string literal.
file(READ ${RULES} text)
set(first "// ---- begin of the rules ----\n")
set(last "// ---- end of the rules ----")
string(FIND "${text}" "${first}" begin)
string(FIND "${text}" "${last}" end)
string(FIND "${text}" ")~text~\"" clash)
if(begin EQUAL -1 OR end EQUAL -1 OR NOT clash EQUAL -1)
  message(FATAL_ERROR "${RULES} must have both marks, and not the delimiter of the raw string")
endif()
string(LENGTH "${first}" length)
math(EXPR begin "${begin} + ${length}")
math(EXPR length "${end} - ${begin}")
string(SUBSTRING "${text}" ${begin} ${length} rules)
file(WRITE ${OUTPUT} "#include \"daedalus/products/exported/event_texts.h\"\n\nnamespace daedalus::exported {\n\n\
const char* const kEventRules = R\"~text~(${rules})~text~\";\n\n}  // namespace daedalus::exported\n")
