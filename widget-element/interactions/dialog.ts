import { html, type TemplateResult } from "lit";
import type { BookingWidget } from "../booking-widget";
import type { ElementHost } from "../element-host";
import { dispatch } from "../events";
import { directionOf } from "../shared/locale";
import { drawing } from "../shared/parts";

const CROSS = "M6 6l12 12M18 6L6 18";

/** The button that opens the dialog, and the dialog of the modes `popup` and `floating`. `inside`: what the dialog shows. */
export function dialogView(
  element: BookingWidget,
  host: ElementHost,
  inside: TemplateResult,
): TemplateResult {
  const t = host.t();
  const direction = directionOf(host.locale());
  const open = () => element.open();
  const close = () => element.close();
  const near = () => host.beginOnce();
  const closed = () =>
    dispatch(element, "booking-close", { booking: host.controller?.flow.booked?.booking ?? null });
  // A click on the dialog itself is one beside what it shows.
  const clicked = (event: Event) => event.target === event.currentTarget && close();
  return html`<div class="root launcher" dir=${direction}>
      <slot name="launcher" @click=${open} @pointerenter=${near}
        ><button type="button" class="primary" part="launcher" aria-haspopup="dialog">
          ${t.open}
        </button></slot
      >
    </div>
    <dialog part="dialog" aria-label=${t.open} @close=${closed} @click=${clicked}>
      <div class="root" dir=${direction}>
        <button
          type="button"
          class="round close"
          part="close"
          aria-label=${t.close}
          @click=${close}
        >
          ${drawing(CROSS)}
        </button>
      </div>
      ${inside}
    </dialog>`;
}

/** Shows the dialog once it has been drawn. */
export async function showDialog(element: BookingWidget): Promise<void> {
  await element.updateComplete;
  const dialog = element.renderRoot.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
}
