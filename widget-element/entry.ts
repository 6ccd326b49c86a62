// What both formats of the first part are made of. `loadPart` is what the build calls for `import()`.
export { BookingWidget } from "./booking-widget";
export { defineBookingWidget } from "./define";
export { loadPart } from "./loader";
