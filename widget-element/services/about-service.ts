import { html, nothing, type TemplateResult } from "lit";
import { bookableName } from "../choose/bookables";
import type { StepProps } from "../shared/props";
import { ownTexts } from "../shared/summary";
import { visitOf } from "./add-service";

/** Longer descriptions are collapsed: on phones they would push the choices out of view. */
const LONG = 180;

/** Picture and description of the chosen service, its only resource's, or the company's intro. */
export function aboutService(props: StepProps): TemplateResult {
  const { state, t } = props;
  const { bookable, step } = state.flow;
  const [resource, another] = bookable?.resources ?? [];
  const { description, image_url } = bookable?.schedule ?? {};
  const { intro } = ownTexts(props);
  const ofResource = another ? null : resource?.description;
  const text = step === "what" ? (intro ?? ofResource) : (ofResource ?? intro);
  return html`${image_url ? html`<img class="picture" part="picture" src=${image_url} alt="" />` : nothing}
  ${description ? folded(description, bookable ? bookableName(bookable) : "", t.about) : text ? plain(text) : nothing}
  ${visitOf(props)}`;
}

const plain = (text: string): TemplateResult => html`<p class="description"><bdi>${text}</bdi></p>`;

const folded = (text: string, name: string, about: string): TemplateResult =>
  text.length > LONG
    ? html`<details class="about">
        <summary>${about}<span class="hidden">: ${name}</span></summary>
        ${plain(text)}
      </details>`
    : plain(text);
