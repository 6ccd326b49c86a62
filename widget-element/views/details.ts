import { html, nothing, type TemplateResult } from "lit/html.js";
import { answerField } from "../details";
import { clock, dateInZone, dateWords } from "../format";
import { maySend } from "../flow";
import { partyLimit } from "../offers";
import type { Problem } from "../problem";
import { fill } from "../strings";
import type { Slot } from "../wire";
import { fieldView, type FieldSpec } from "./fields";
import { notice, retryButton, sentence, stepHead } from "./parts";
import type { StepScene } from "./scene";

/** The form: who is coming, how many, the configured questions, and the button that books. */
export function detailsView(scene: StepScene): TemplateResult {
  const { visit, t } = scene;
  const { problem } = visit.flow;
  const send = (event: Event) => {
    event.preventDefault();
    void visit.send();
  };
  return html`${stepHead(scene, t.details_heading)} ${problem ? problemNotice(scene, problem) : nothing}
    <form part="form" novalidate @submit=${send}>
      ${fields(scene).map((spec) => fieldView(scene, spec))} ${honeypot(scene)} ${terms(scene)}
      <button class="primary" part="button" aria-disabled=${!maySend(visit.flow)}>${submitLabel(scene)}</button>
    </form>`;
}

function submitLabel({ visit, t }: StepScene): string {
  const schedule = visit.flow.offer?.schedule;
  if (visit.flow.sending) return t.submit_sending;
  if (schedule?.requires_approval) return t.submit_approval;
  return schedule?.requires_payment && schedule.price_amount !== 0 ? t.submit_payment : t.submit;
}

function fields({ visit, t }: StepScene): FieldSpec[] {
  const { offer, slot } = visit.flow;
  const limit = offer ? partyLimit(offer, slot) : 1;
  const hint = fill(t.party_size_hint, { count: limit });
  const party: FieldSpec[] =
    (offer?.schedule?.max_party_size ?? 1) > 1
      ? [{ field: "party_size", label: t.party_size, type: "number", required: true, hint, max: limit }]
      : [];
  return [
    ...party,
    { field: "name", label: t.name, type: "text", autocomplete: "name", required: true },
    { field: "email", label: t.email, type: "email", autocomplete: "email", required: true, hint: t.email_hint },
    { field: "phone", label: t.phone, type: "tel", autocomplete: "tel" },
    ...visit.questions.map((question) => ({ ...question, field: answerField(question.id) })),
    { field: "notes", label: t.notes, type: "textarea" },
  ];
}

/** Invisible to people; a form filler that fills it gives itself away. */
const honeypot = ({ visit }: StepScene): TemplateResult =>
  html`<div class="hidden" aria-hidden="true">
    <label
      >Website<input
        name="website"
        tabindex="-1"
        autocomplete="off"
        .value=${visit.details.website ?? ""}
        @input=${(event: Event) => visit.change("website", (event.target as HTMLInputElement).value)}
    /></label>
  </div>`;

function terms({ config, t }: StepScene): TemplateResult | typeof nothing {
  if (!config.terms_url) return nothing;
  const [before, after] = t.terms.split("{link}");
  return html`<p class="terms">
    ${before}<a part="link" href=${config.terms_url} target="_blank" rel="noopener">${t.terms_link}</a>${after}
  </p>`;
}

function problemNotice(scene: StepScene, problem: Problem): TemplateResult | typeof nothing {
  const { visit } = scene;
  const loose = visit.errors.get("");
  switch (problem.kind) {
    case "taken":
      return takenNotice(scene, problem.alternatives);
    case "invalid":
      return visit.errors.size && !loose ? nothing : notice(loose ?? sentence(scene, problem));
    case "refused":
      return notice(sentence(scene, problem), otherTime(scene));
    default:
      return notice(sentence(scene, problem), retryButton(scene));
  }
}

const otherTime = ({ visit, t }: StepScene): TemplateResult =>
  html`<button type="button" class="quiet" part="link" @click=${() => visit.back("time")}>${t.choose_time}</button>`;

/** Someone was faster: the times the service offers instead, one press away, and the calendar for all others. */
function takenNotice(scene: StepScene, alternatives: readonly Slot[]): TemplateResult {
  const { visit, t, locale } = scene;
  const { zone } = visit.calendar;
  const resources = visit.flow.offer?.resources ?? [];
  const named = (slot: Slot) => (resources.length > 1 ? resources.find(({ id }) => id === slot.resource_id)?.name : "");
  const moment = (slot: Slot) =>
    `${dateWords(dateInZone(slot.starts_at, zone), "short", locale)}, ${clock(slot.starts_at, locale, zone)}`;
  const { slot } = visit.flow;
  const choose = (slot: Slot) => () =>
    visit.choose({ type: "slot_chosen", slot, date: dateInZone(slot.starts_at, zone) });
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
      ${otherTime(scene)}`,
  );
}
