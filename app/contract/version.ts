/** The version of the wire (header Booking-Version). Adding a field is no new version. */
export const API_VERSION = "2026-11-20";
