// Payment step, loaded if a booking may require it.
export { enPay } from "../translations/en-pay";
export { lookUpPayment } from "./look-up-payment";
export { payView as view } from "./pay-view";
