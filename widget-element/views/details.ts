import { html, nothing, type TemplateResult } from "lit/html.js";
import { answerField } from "../details";
import { clock, dateInZone, dateWords } from "../format";
import { maySend } from "../flow";
import { partyLimit } from "../bookables";
import type { Problem } from "../problem";
import { fill } from "../strings";
import type { Slot } from "../wire";
import { fieldView, type FieldSpec } from "./fields";
import { notice, retryButton, sentence, stepHead } from "./parts";
import type { StepProps } from "./props";

/** The form: who is coming, how many, the configured questions, and the button that books. */
export function detailsView(props: StepProps): TemplateResult {
  const { controller, t } = props;
  const { problem } = controller.flow;
  const send = (event: Event) => {
    event.preventDefault();
    void controller.send();
  };
  return html`${stepHead(props, t.details_heading)} ${problem ? problemNotice(props, problem) : nothing}
    <form part="form" novalidate @submit=${send}>
      ${fields(props).map((spec) => fieldView(props, spec))} ${honeypot(props)} ${terms(props)}
      <button class="primary" part="button" aria-disabled=${!maySend(controller.flow)}>${submitLabel(props)}</button>
    </form>`;
}

function submitLabel({ controller, t }: StepProps): string {
  const schedule = controller.flow.bookable?.schedule;
  if (controller.flow.sending) return t.submit_sending;
  if (schedule?.requires_approval) return t.submit_approval;
  return schedule?.requires_payment && schedule.price_amount !== 0 ? t.submit_payment : t.submit;
}

function fields({ controller, t }: StepProps): FieldSpec[] {
  const { bookable, slot } = controller.flow;
  const limit = bookable ? partyLimit(bookable, slot) : 1;
  const hint = fill(t.party_size_hint, { count: limit });
  const party: FieldSpec[] =
    (bookable?.schedule?.max_party_size ?? 1) > 1
      ? [{ field: "party_size", label: t.party_size, type: "number", required: true, hint, max: limit }]
      : [];
  return [
    ...party,
    { field: "name", label: t.name, type: "text", autocomplete: "name", required: true },
    { field: "email", label: t.email, type: "email", autocomplete: "email", required: true, hint: t.email_hint },
    { field: "phone", label: t.phone, type: "tel", autocomplete: "tel" },
    ...controller.questions.map((question) => ({ ...question, field: answerField(question.id) })),
    { field: "notes", label: t.notes, type: "textarea" },
  ];
}

/** Invisible to people; a form filler that fills it gives itself away. */
const honeypot = ({ controller }: StepProps): TemplateResult =>
  html`<div class="hidden" aria-hidden="true">
    <label
      >Website<input
        name="website"
        tabindex="-1"
        autocomplete="off"
        .value=${controller.details.website ?? ""}
        @input=${(event: Event) => controller.change("website", (event.target as HTMLInputElement).value)}
    /></label>
  </div>`;

function terms({ config, t }: StepProps): TemplateResult | typeof nothing {
  if (!config.terms_url) return nothing;
  const [before, after] = t.terms.split("{link}");
  return html`<p class="terms">
    ${before}<a part="link" href=${config.terms_url} target="_blank" rel="noopener">${t.terms_link}</a>${after}
  </p>`;
}

function problemNotice(props: StepProps, problem: Problem): TemplateResult | typeof nothing {
  const { controller } = props;
  const loose = controller.errors.get("");
  switch (problem.kind) {
    case "taken":
      return takenNotice(props, problem.alternatives);
    case "invalid":
      return controller.errors.size && !loose ? nothing : notice(loose ?? sentence(props, problem));
    case "refused":
      return notice(sentence(props, problem), otherTime(props));
    default:
      return notice(sentence(props, problem), retryButton(props));
  }
}

const otherTime = ({ controller, t }: StepProps): TemplateResult =>
  html`<button type="button" class="quiet" part="link" @click=${() => controller.back("time")}>
    ${t.choose_time}
  </button>`;

/** The time was taken by someone else: free times near it as buttons, and a link to the calendar. */
function takenNotice(props: StepProps, alternatives: readonly Slot[]): TemplateResult {
  const { controller, t, locale } = props;
  const { zone } = controller.calendar;
  const resources = controller.flow.bookable?.resources ?? [];
  const named = (slot: Slot) => (resources.length > 1 ? resources.find(({ id }) => id === slot.resource_id)?.name : "");
  const moment = (slot: Slot) =>
    `${dateWords(dateInZone(slot.starts_at, zone), "short", locale)}, ${clock(slot.starts_at, locale, zone)}`;
  const { slot } = controller.flow;
  const choose = (slot: Slot) => () =>
    controller.choose({ type: "slot_chosen", slot, date: dateInZone(slot.starts_at, zone) });
  return notice(
    fill(t.taken, { time: slot ? moment(slot) : "" }),
    html`${alternatives.length ? html`<p>${t.taken_alternatives}</p>` : nothing}
      <div class="alternatives">
        ${alternatives.map(
          (slot) =>
            html`<button type="button" class="time" part="time" @click=${choose(slot)}>
              ${moment(slot)}<small>${named(slot)}</small>
            </button>`,
        )}
      </div>
      ${otherTime(props)}`,
  );
}
