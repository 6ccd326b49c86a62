import { html, nothing, type TemplateResult } from "lit";
import { bookableName } from "../choose/bookables";
import type { StepProps } from "../shared/props";

/** Longer descriptions are collapsed: on phones they would push the choices out of view. */
const LONG = 180;

/** Picture and description of the chosen service, if any. */
export function aboutService({ state, t }: StepProps): TemplateResult | null {
  const { bookable } = state.flow;
  const schedule = bookable?.schedule;
  if (!schedule?.description && !schedule?.image_url) return null;
  const { description, image_url } = schedule;
  return html`${image_url ? html`<img class="picture" part="picture" src=${image_url} alt="" />` : nothing}
  ${description ? text(description, bookable ? bookableName(bookable) : "", t.about) : nothing}`;
}

const text = (description: string, name: string, about: string): TemplateResult =>
  description.length > LONG
    ? html`<details class="about">
        <summary>${about}<span class="hidden">: ${name}</span></summary>
        <p class="description"><bdi>${description}</bdi></p>
      </details>`
    : html`<p class="description"><bdi>${description}</bdi></p>`;
