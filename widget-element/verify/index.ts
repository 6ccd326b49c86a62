// The proof of an address: loaded where a booking asks for it.
export { enVerify } from "../translations/en-verify";
export { retryCode, sendCode } from "./proof";
export { verifyView as view } from "./verify-view";
