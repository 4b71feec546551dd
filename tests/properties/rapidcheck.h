#pragma once

/// rapidcheck's headers are large and not clean under our warnings; this is their one way in.

#pragma GCC system_header

#include <rapidcheck.h>
