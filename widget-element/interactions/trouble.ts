import { html, nothing, type TemplateResult } from "lit";
import { drawing } from "../shared/parts";
import type { Problem } from "../shared/problem";
import type { StepProps, ViewProps } from "../shared/props";
import { fillPlural } from "../shared/texts";

const ALERT = "M12 8v5M12 16.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

/** A problem's message with a retry button. */
export const trouble = (props: ViewProps, problem: Problem): TemplateResult =>
  notice(sentence(props, problem), retryButton(props));

/** Whether a retry may succeed. */
export const isPassing = ({ kind }: Problem): boolean =>
  kind !== "refused" && kind !== "invalid" && kind !== "taken";

/** Without a configuration: a message, and a retry button if a retry may help. */
export function failed(props: ViewProps, problem: Problem): TemplateResult {
  return isPassing(problem)
    ? trouble(props, problem)
    : notice(props.t.problem_setup, html`<small>${problem.code}</small>`);
}

/** An error message with an action. */
export const notice = (text: string, more: unknown = nothing): TemplateResult =>
  html`<div class="notice" part="notice" tabindex="-1" data-focus="notice">
    ${drawing(ALERT)}
    <div>
      <p>${text}</p>
      ${more}
    </div>
  </div>`;

/** A problem's message in the visitor's language; the service's own message is for developers. */
export function sentence({ t }: ViewProps, { kind, code }: Problem): string {
  switch (kind) {
    case "unreachable":
      return t.problem_unreachable;
    case "busy":
      return t.problem_busy;
    case "failed":
      return t.problem_failed;
    default:
      return SETUP.test(code) ? t.problem_setup : t.problem_refused;
  }
}

/** Errors only the page's owner can fix. */
const SETUP = /scope|key|origin|version|role/;

/** Retry button, enabled once the service allows it. */
function retryButton({ store, t, locale }: ViewProps): TemplateResult {
  const wait = Math.ceil(((store?.state.retry_at ?? 0) - Date.now()) / 1000);
  return html`<button
    type="button"
    class="quiet"
    part="link"
    aria-disabled=${wait > 0}
    @click=${() => store?.act("retry")}
  >
    ${wait > 0 ? fillPlural(t, "retry_wait", wait, locale) : t.retry}
  </button>`;
}

/** A day without times: loading, failed, or fully booked. */
export function noTimes(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const span = store.calendar.spanWith(state.flow.date!); // this step requires a date
  if (span?.problem) return trouble(props, span.problem);
  return html`<p class="empty">${span?.availability ? t.time_none : t.loading}</p>`;
}
