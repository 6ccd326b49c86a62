import { unsafeCSS } from "lit";
import { interactions } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import interactionsCss from "../styles/interactions.css?inline";

// A visitor's actions, and the views rarely needed initially. Loaded when they approach.

addEnglish(interactions);

export { otherZones } from "../choose/other-zones";
export { fullGroup } from "../waiting-list/full-times";
export * from "./actions";
// Here since several parts need it.
export { chosenAddons } from "./chosen-addons";
export { dialogView, showDialog } from "./dialog";
export { moveFocus } from "./focus";
export { fullTimesOf, loadFullTimes } from "./full-times";
export { memoryOf } from "./memory";
export { loadCheckout, move, resume } from "./move";
export { problemOf } from "./problem-of";
export { failed, noTimes, trouble } from "./trouble";
export { newVisit } from "./new-visit";
export { missedDay, noDays } from "./no-days";
export const styles = unsafeCSS(interactionsCss);
