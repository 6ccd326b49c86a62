// What both formats of the first part are made of. `loadPart` stands where the build finds `import()`.
export { BookingWidget, defineBookingWidget } from "./booking-widget";
export { loadPart } from "./loader";
