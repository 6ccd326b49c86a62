import { enOptional } from "../texts/en-optional";
import { payView } from "./pay";
import { look } from "./payment";
import { retryCode, sendCode } from "./proof";
import { verifyView } from "./verify";

// The steps that only some bookings have: the proof of an address, and the payment.
export { enOptional, look, retryCode, sendCode };
export const views = { verify: verifyView, pay: payView };
