import css from "../styles/acting.css?inline";
import { sheetOf } from "../sheets";
import { learnEnglish } from "../languages";
import { enActing } from "../texts/en-acting";
import { Acts } from "./acts";
import { dialogView, showDialog } from "./dialog";
import { memoryOf } from "./memory";
import { moveFocus } from "./focus";
import { problemOf } from "./problem-of";

learnEnglish(enActing);

// What answers to the visitor: loaded when they come near the widget.
export { Acts, css, dialogView, memoryOf, moveFocus, problemOf, showDialog };

const sheets = new Map<string, CSSStyleSheet>();

/** Adds a style sheet that came with a part, once. */
export function wear(root: ShadowRoot, css: string): void {
  const sheet = sheets.get(css) ?? sheetOf(css);
  sheets.set(css, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** The steps after the choice of a time, with their style sheet and their words in English. */
export async function loadLater(root: ShadowRoot) {
  const later = await import("../later/index");
  learnEnglish(later.enLater);
  wear(root, later.css);
  return later;
}
