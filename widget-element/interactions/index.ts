import { unsafeCSS } from "lit";
import { adoptStyles } from "../shared/adopt-styles";
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

// The interaction code, loaded when the visitor approaches the widget.
export { Interactions, dialogView, memoryOf, moveFocus, problemOf, showDialog };

/** Lazy-loads the steps after choosing a time, with their styles and English texts. */
export async function loadCheckout(root: ShadowRoot) {
  const checkout = await import("../details/index");
  addEnglish(checkout.enDetails);
  adoptStyles(root, checkout.styles);
  return checkout;
}
