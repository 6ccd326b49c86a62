// The payment: loaded where a booking may ask for it.
export { enPay } from "../translations/en-pay";
export { lookUpPayment } from "./look-up-payment";
export { payView as view } from "./pay-view";
