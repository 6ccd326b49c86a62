import { unsafeCSS } from "lit";
import detailsCss from "../styles/details.css?inline";
import { enDetails } from "../translations/en-details";
import { CheckoutSteps } from "./checkout-steps";
import { views } from "./checkout-views";

// The steps after choosing a time, loaded while the visitor views times.
export { enDetails, CheckoutSteps, views };
export const styles = unsafeCSS(detailsCss);
