import { html, type TemplateResult } from "lit";
import type { Strings } from "../strings";
import { drawing } from "../views/parts";

const CROSS = "M6 6l12 12M18 6L6 18";

export interface DialogProps {
  t: Strings;
  direction: "ltr" | "rtl";
  /** What the dialog shows. */
  inside: TemplateResult;
  /** The visitor is about to open it. */
  near: () => void;
  open: () => void;
  close: () => void;
  closed: () => void;
}

/** The button that opens the dialog, and the dialog of the modes `popup` and `floating`. */
export function dialogView({ t, direction, inside, near, open, close, closed }: DialogProps): TemplateResult {
  // A click on the dialog itself is one beside what it shows.
  const clicked = (event: Event) => event.target === event.currentTarget && close();
  return html`<div class="root launcher" dir=${direction}>
      <slot name="launcher" @click=${open} @pointerenter=${near}
        ><button type="button" class="primary" part="launcher" aria-haspopup="dialog">${t.open}</button></slot
      >
    </div>
    <dialog part="dialog" aria-label=${t.open} @close=${closed} @click=${clicked}>
      <div class="root" dir=${direction}>
        <button type="button" class="round close" part="close" aria-label=${t.close} @click=${close}>
          ${drawing(CROSS)}
        </button>
      </div>
      ${inside}
    </dialog>`;
}

export function showDialog(root: ParentNode): void {
  const dialog = root.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
}
