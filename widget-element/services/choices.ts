import { html, nothing, type TemplateResult } from "lit";
import type { Bookable } from "../choose/bookables";
import { icon } from "../shared/parts";
import type { Resource } from "../wire";

/** An entry of a list to choose from. */
export interface Choice {
  name: string;
  note?: string | null;
  resource?: Resource;
  price?: string;
  choose: () => void;
}

export const choiceList = (choices: readonly Choice[]): TemplateResult =>
  html`<ul class="choices" part="choices">
    ${choices.map(
      ({ name, note, resource, price, choose }) =>
        html`<li>
          <button type="button" class="choice" part="choice" @click=${choose}>
            ${resource?.image_url ? html`<img src=${resource.image_url} alt="" loading="lazy" />` : nothing}
            <span class="choice-text"
              ><strong>${name}</strong>${note ? html`<small>${note}</small>` : nothing}</span
            >
            ${price ? html`<span class="price">${price}</span>` : nothing} ${icon("next")}
          </button>
        </li>`,
    )}
  </ul>`;

/** Whether guests choose among people, not among rooms or tables. */
export const hasOnlyPeople = ({ resources }: Bookable): boolean =>
  resources.every(({ type }) => type === "person");
