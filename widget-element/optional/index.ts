import { enOptional } from "../texts/en-optional";
import { payView } from "./pay";
import { verifyView } from "./verify";

// The steps that only some bookings have: the proof of an address, and the payment.
export { enOptional };
export const views = { verify: verifyView, pay: payView };
