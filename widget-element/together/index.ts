import { unsafeCSS } from "lit";
import { together } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import togetherCss from "../styles/together.css?inline";

// A week of all classes, loaded by the timetable if there are several and they are most services.

addEnglish(together);

export { togetherView as view } from "./together-view";
export const styles = unsafeCSS(togetherCss);
