/** Version of the API (header Booking-Version). Adding fields doesn't change it. */
export const API_VERSION = "2026-11-20";
