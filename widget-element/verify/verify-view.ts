import { html, nothing, type TemplateResult } from "lit";
import { fieldView } from "../details/fields";
import { trouble } from "../interactions/trouble";
import { stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { fill, fillPlural } from "../shared/texts";
import { send } from "../details/send";
import { needsProof } from "./verification";
import { confirmCode, secondsToWait, sendCode } from "./proof";

/** Verification code: enter it, resend it, or change the address. */
export function verifyView(props: StepProps): TemplateResult {
  const { store, state, t, locale } = props;
  const { problem, sending } = state.flow;
  const wait = secondsToWait(store);
  const confirm = (event: Event) => {
    event.preventDefault();
    void (needsProof(store) ? confirmCode(store) : send(store));
  };
  return html`${stepHead(props, t.verify_heading)} ${problem ? trouble(props, problem) : nothing}
    <p class="lead">${fill(t.verify_text, { destination: state.sent_code?.destination ?? "" })}</p>
    <form part="form" novalidate @submit=${confirm}>
      ${fieldView(props, {
        field: "code",
        label: t.code,
        kind: "text",
        autocomplete: "one-time-code",
        required: true,
        hint: t.code_hint,
      })}
      <button class="primary" part="button" aria-disabled=${sending}>
        ${sending ? t.submit_sending : t.code_submit}
      </button>
    </form>
    <div class="more">
      <button
        type="button"
        class="quiet"
        part="link"
        aria-disabled=${wait > 0}
        @click=${() => wait > 0 || void sendCode(store, true)}
      >
        ${wait > 0 ? fillPlural(t, "code_again_wait", wait, locale) : t.code_again}
      </button>
      <button type="button" class="quiet" part="link" @click=${() => store.act("back", "details")}>
        ${t.other_address}
      </button>
    </div>`;
}
