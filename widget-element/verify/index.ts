import { verify } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";

// Verification step, loaded if a booking requires it.

addEnglish(verify);

export { retryCode, sendCode } from "./proof";
export { verifyView as view } from "./verify-view";
