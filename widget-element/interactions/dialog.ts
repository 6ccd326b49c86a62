import { html, type TemplateResult } from "lit";
import type { BookingWidget } from "../booking-widget";
import type { ElementHost } from "../element-host";
import { dispatch } from "../events";
import { directionOf } from "../shared/locale";
import { drawing } from "../shared/parts";

const CROSS = "M6 6l12 12M18 6L6 18";

/**
 * Launcher button and dialog of the modes `popup` and `floating`. `inside`: the dialog's content.
 */
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
    dispatch(element, "booking-close", { booking: host.store?.state.flow.booked?.booking ?? null });
  // A click on the dialog element itself is outside its content.
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

/** Opens the dialog after it has rendered. */
export async function showDialog(element: BookingWidget): Promise<void> {
  await element.updateComplete;
  const dialog = element.renderRoot.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
}
