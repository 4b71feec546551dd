#pragma once

/// The checks behind the table in gtp_properties.cpp, by what they look at. Private to properties/.

#include <fencepost/properties/gtp_history.h>
#include <fencepost/properties/gtp_properties.h>

namespace fencepost::properties {

// Order between operations of one graph (gtp_order_properties.cpp).
void handoffs_are_edges(const GtpCase& judged, Observation& out);             // P1
void scratch_outlives_its_reader(const GtpCase& judged, Observation& out);    // P2
void sum_is_the_last_reader(const GtpCase& judged, Observation& out);         // P3
void registered_reuse_has_its_edge(const GtpCase& judged, Observation& out);  // P6
void repeated_drain_fences_compute(const GtpCase& judged, Observation& out);  // P10

// Memory on both sides of a capture's border (gtp_memory_properties.cpp).
void captures_borrow_nothing(const GtpCase& judged, Observation& out);    // P4
void captures_push_nothing(const GtpCase& judged, Observation& out);      // P5
void repeated_use_is_the_same(const GtpCase& judged, Observation& out);   // P9
void pools_balance(const GtpCase& judged, Observation& out);              // P12
void reuse_changes_memory_only(const GtpCase& judged, Observation& out);  // P13

// Events and books on both sides of a capture's border (gtp_border_properties.cpp).
void eager_fences_stay_outside(const GtpCase& judged, Observation& out);    // P7
void captured_fences_stay_inside(const GtpCase& judged, Observation& out);  // P8
void replays_keep_no_books(const GtpCase& judged, Observation& out);        // P11

}  // namespace fencepost::properties
