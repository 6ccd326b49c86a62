import css from "../styles/acting.css?inline";
import { learnEnglish } from "../languages";
import { Acts } from "./acts";
import { dialogView, showDialog } from "./dialog";
import { memoryOf } from "./memory";
import { moveFocus } from "./focus";

// What answers to the visitor: loaded when they come near the widget.
export { Acts, css, dialogView, memoryOf, moveFocus, showDialog };

const sheets = new Map<string, CSSStyleSheet>();

/** Adds a style sheet that came with a part, once. */
export function wear(root: ShadowRoot, css: string): void {
  let sheet = sheets.get(css);
  if (!sheet) sheets.set(css, (sheet = new CSSStyleSheet()));
  if (!sheet.cssRules.length) sheet.replaceSync(css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** The steps after the choice of a time, with their style sheet and their words in English. */
export async function loadLater(root: ShadowRoot) {
  const later = await import("../later/index");
  learnEnglish(later.enLater);
  wear(root, later.css);
  return later;
}
