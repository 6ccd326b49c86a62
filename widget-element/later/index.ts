import css from "../styles/later.css?inline";
import { LaterSteps } from "./later-steps";
import { enLater } from "../texts/en-later";
import { detailsView } from "./views/details";
import { doneView } from "./views/done";
import { payView } from "./views/pay";
import { verifyView } from "./views/verify";

// All that follows the choice of a time: loaded while the visitor looks at the times.
export { css, enLater, LaterSteps };
export const views = { details: detailsView, verify: verifyView, pay: payView, done: doneView };
