#include "daedalus/system/builder.h"

#include <gtest/gtest.h>
#include "daedalus/system/validate.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print.h"
