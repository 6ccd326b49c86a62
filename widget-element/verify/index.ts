// Verification step, loaded if a booking requires it.
export { enVerify } from "../translations/en-verify";
export { retryCode, sendCode } from "./proof";
export { verifyView as view } from "./verify-view";
