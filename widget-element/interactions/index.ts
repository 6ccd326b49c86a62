import { type CSSResult, unsafeCSS } from "lit";
import interactionsCss from "../styles/interactions.css?inline";
import { enInteractions } from "../translations/en-interactions";
import { addEnglish } from "../translations/languages";
import { dialogView, showDialog } from "./dialog";
import { moveFocus } from "./focus";
import { Interactions } from "./interactions";
import { memoryOf } from "./memory";
import { problemOf } from "./problem-of";

addEnglish(enInteractions);

export const styles = unsafeCSS(interactionsCss);

// What answers to the visitor: loaded when they come near the widget.
export { Interactions, dialogView, memoryOf, moveFocus, problemOf, showDialog };

/** Adds the style sheet of a part that loaded later, once. Constructed, as a strict content security policy allows no style element. */
export function adoptStyles(root: ShadowRoot, { styleSheet }: CSSResult): void {
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
}

/** The steps after the choice of a time, with their style sheet and their words in English. */
export async function loadCheckout(root: ShadowRoot) {
  const checkout = await import("../details/index");
  addEnglish(checkout.enDetails);
  adoptStyles(root, checkout.styles);
  return checkout;
}
