import { unsafeCSS } from "lit";
import { combine } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import combineCss from "../styles/combine.css?inline";

// Several services in one visit, loaded when the visitor adds one.

addEnglish(combine);

export { add } from "./visit";
export { visitList } from "./visit-list";
export const styles = unsafeCSS(combineCss);
