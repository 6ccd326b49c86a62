import { html, type TemplateResult } from "lit/html.js";
import { fill } from "../strings";
import { dayView } from "./day";
import { detailsView } from "./details";
import { doneView } from "./done";
import { notice, progress, retryButton, sentence } from "./parts";
import type { Scene, StepScene } from "./scene";
import { summary } from "./summary";
import { whatView, whichView } from "./what";

const STEP_VIEWS = {
  what: whatView,
  which: whichView,
  day: dayView,
  time: dayView,
  details: detailsView,
  done: doneView,
};

/** The whole element: the card with what is booked and the present step, and one polite live region. */
export function frame(scene: Scene): TemplateResult {
  const { visit, t, locale, direction } = scene;
  const tenant = visit?.config?.tenant.name ?? "";
  return html`<section
    class="root"
    part="root"
    lang=${locale}
    dir=${direction}
    aria-label=${fill(t.region, { tenant })}
  >
    <slot name="header"></slot>
    <div class="card" part="card" data-step=${visit?.flow.step ?? "what"}>${content(scene)}</div>
    <slot name="footer"></slot>
    <div class="hidden" role="status">${scene.announcement}</div>
  </section>`;
}

function content(scene: Scene): TemplateResult {
  const { visit } = scene;
  if (!visit || visit.failure) return unavailable(scene);
  if (!visit.config) return skeleton(scene);
  const step: StepScene = { ...scene, visit, config: visit.config };
  return html`${summary(step)}
    <div class="step" part="step">${progress(step)} ${STEP_VIEWS[visit.flow.step](step)}</div>`;
}

/** Without a configuration: a sentence, a retry where one can help, and the page's own fallback content. */
function unavailable(scene: Scene): TemplateResult {
  const { visit, t } = scene;
  const failure = visit?.failure;
  const passing = failure && failure.kind !== "refused" && failure.kind !== "invalid";
  return html`<div class="step">
    ${passing ? notice(sentence(scene, failure), retryButton(scene)) : notice(t.problem_setup, html`<small>${failure?.code ?? "missing_key"}</small>`)}
    <slot></slot>
  </div>`;
}

/** The shape of what is coming, so that nothing jumps when it arrives. */
const skeleton = ({ t }: Scene): TemplateResult =>
  html`<div class="summary"><i class="bone"></i></div>
    <div class="step" aria-busy="true">
      <span class="hidden">${t.loading}</span>
      <div class="bones">${Array.from({ length: 35 }, () => html`<i class="bone"></i>`)}</div>
    </div>`;
