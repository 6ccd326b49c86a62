import { defineBookingWidget } from "./booking-widget";

// Known only while the script itself runs, so it is read here and now.
const script = document.currentScript;
defineBookingWidget(script instanceof HTMLScriptElement ? script.src : undefined);
