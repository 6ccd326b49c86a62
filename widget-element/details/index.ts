import { unsafeCSS } from "lit";
import { details } from "../../app/i18n/en/widget.json";
import { doneView } from "../done/done-view";
import { addEnglish } from "../shared/languages";
import detailsCss from "../styles/details.css?inline";
import { detailsView } from "./details-view";
import { views } from "./later-steps";

// The steps after choosing a time, loaded while the visitor views times.

addEnglish(details);

// The done view loads with the form, so a confirmation can always be shown.
views.details = detailsView;
views.done = doneView;

export { enter, fillFromLink, leave, leavePage, retry, returnToPage, stop } from "./checkout";
export { continueHold, releaseHold } from "./hold";
export { views };
export const styles = unsafeCSS(detailsCss);
