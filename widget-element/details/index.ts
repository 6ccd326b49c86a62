import { unsafeCSS } from "lit";
import detailsCss from "../styles/details.css?inline";
import { details } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import { CheckoutSteps } from "./checkout-steps";
import { views } from "./checkout-views";

// The steps after choosing a time, loaded while the visitor views times.
addEnglish(details);

export { CheckoutSteps, views };
export const styles = unsafeCSS(detailsCss);
