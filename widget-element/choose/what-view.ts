import { html, nothing, type TemplateResult } from "lit";
import { duration } from "../shared/format";
import { icon, stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { ownTexts, priceWords } from "../shared/summary";
import { fillPlural } from "../shared/texts";
import type { Resource } from "../wire";
import { bookableName, type Bookable } from "./bookables";

/** Choice of a bookable. */
export function whatView(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const { bookables } = state.flow;
  if (bookables.length === 0)
    return html`<p class="empty">${ownTexts(props).closed ?? t.problem_setup}</p>
      <slot></slot>`;
  return html`${stepHead(props, t.what_heading)}
  ${list(
    bookables.map((bookable) => ({
      name: bookableName(bookable),
      note: bookableNote(props, bookable),
      resource: bookable.resources.length === 1 && bookable.resources[0],
      price: priceWords(props, bookable.schedule, props.config.tenant.currency),
      choose: () => store.act("choose", { type: "bookable_chosen", bookable }),
    })),
  )}`;
}

/** Choice of a bookable's resource, or no preference. */
export const whichView = (props: StepProps): TemplateResult =>
  resourceList(
    props,
    (props.state.flow.bookable?.resources ?? []).map((resource) => ({
      resource,
      note: resource.description,
    })),
  );

/** Resources to choose from, after "no preference". */
export function resourceList(props: StepProps, resources: Own[]): TemplateResult {
  const { store, t } = props;
  const choice = (name: string, resource_id: string | null, own?: Own): Choice => ({
    name,
    ...own,
    choose: () => store.act("choose", { type: "resource_chosen", resource_id }),
  });
  const isPeople = resources.every(({ resource }) => resource.type === "person");
  const any = isPeople ? t.anyone : t.no_preference;
  return html`${stepHead(props, isPeople ? t.who_heading : t.which_heading)}
  ${list([choice(any, null), ...resources.map((own) => choice(own.resource.name, own.resource.id, own))])}`;
}

type Own = Pick<Choice, "note" | "price"> & { resource: Resource };

interface Choice {
  name: string;
  note?: string | null;
  resource?: Resource | false | undefined;
  price?: string | undefined;
  choose: () => void;
}

export const list = (choices: Choice[]): TemplateResult =>
  html`<ul class="choices" part="choices">
    ${choices.map(
      ({ name, note, resource, price, choose }) =>
        html`<li>
          <button type="button" class="choice" part="choice" @click=${choose}>
            ${resource && resource.image_url ? html`<img src=${resource.image_url} alt="" loading="lazy" />` : nothing}
            <span class="choice-text"
              ><strong>${name}</strong>${note ? html`<small>${note}</small>` : nothing}</span
            >
            ${price ? html`<span class="price">${price}</span>` : nothing} ${icon("next")}
          </button>
        </li>`,
    )}
  </ul>`;

/** `length`: formatted, if it isn't a single length. */
export function bookableNote(
  { t, locale }: StepProps,
  { schedule, resources }: Bookable,
  length?: string,
): string {
  const [resource, another] = resources;
  const most = schedule?.max_party_size ?? 1;
  const notes = [
    length ?? (schedule && duration(schedule.duration_minutes, locale)),
    most > 1 && fillPlural(t, "seats", most, locale),
    !another && (schedule ? resource?.name : resource?.description),
  ];
  return notes.filter(Boolean).join(" · ");
}
