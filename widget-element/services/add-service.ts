import { html, nothing, type TemplateResult } from "lit";
import type { Bookable } from "../choose/bookables";
import type { StepProps } from "../shared/props";

/** The most services of a visit, as the API accepts. */
const MAX_SERVICES = 4;

/** The services that can be booked with the chosen ones. */
export function othersOf({ state: { flow, config } }: Pick<StepProps, "state">): Bookable[] {
  const { bookable, bookables } = flow;
  if (!bookable?.schedule?.combines || config?.booking_link) return [];
  const chosen = bookable.visit?.parts.map((part) => part.bookable) ?? [bookable];
  const ids = chosen.map(({ schedule }) => schedule!.id); // only schedules combine
  return ids.length < MAX_SERVICES
    ? bookables.filter(({ schedule }) => schedule?.combines && !ids.includes(schedule.id))
    : [];
}

/** The services of a visit, and a button that adds one until a time is chosen. */
export function visitOf(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const isOpen = /which|day|time/.test(state.flow.step) && !state.adding;
  return html`${state.combine?.visitList(props)}
  ${
    isOpen && othersOf(props).length
      ? html`<button
          type="button"
          class="quiet add"
          part="link"
          @click=${() => store.act("addService")}
        >
          + ${t.add_service}
        </button>`
      : nothing
  }`;
}
