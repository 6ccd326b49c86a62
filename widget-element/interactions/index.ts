import { unsafeCSS } from "lit";
import { adoptStyles } from "../shared/adopt-styles";
import interactionsCss from "../styles/interactions.css?inline";
import { interactions } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import { dialogView, showDialog } from "./dialog";
import { moveFocus } from "./focus";
import { Interactions } from "./interactions";
import { memoryOf } from "./memory";
import { problemOf } from "./problem-of";

addEnglish(interactions);

export const styles = unsafeCSS(interactionsCss);

// The interaction code, loaded when the visitor approaches the widget.
export { Interactions, dialogView, memoryOf, moveFocus, problemOf, showDialog };

/** Lazy-loads the steps after choosing a time and their styles. */
export async function loadCheckout(root: ShadowRoot) {
  const checkout = await import("../details/index");
  adoptStyles(root, checkout.styles);
  return checkout;
}
