import { pay } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";

// Payment step, loaded if a booking may require it.

addEnglish(pay);

export { lookUpPayment } from "./look-up-payment";
export { payView as view } from "./pay-view";
