import { unsafeCSS } from "lit";
import { timetable } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import timetableCss from "../styles/timetable.css?inline";

// A week of classes, loaded if the chosen service has classes.

addEnglish(timetable);

export { view } from "./timetable-view";
export const styles = unsafeCSS(timetableCss);
