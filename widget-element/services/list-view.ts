import { html, nothing, type TemplateResult } from "lit";
import { bookableName, isClass, type Bookable } from "../choose/bookables";
import { icon, stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { ownTexts, priceWords } from "../shared/summary";
import { fillPlural } from "../shared/texts";
import { othersOf } from "./add-service";
import { durations } from "./offers";

/** With more services, categories are folded. */
const MAX_UNFOLDED = 12;

/** Choice of a service, by category. */
export function listView(props: StepProps): TemplateResult {
  const { state, t } = props;
  const bookables = state.adding ? othersOf(props) : state.flow.bookables;
  const link = props.config.booking_link;
  if (link && link.state !== "active") return html`<p class="empty">${t.link_closed}</p>`;
  if (bookables.length === 0)
    return html`<p class="empty">${ownTexts(props).closed ?? t.problem_setup}</p>
      <slot></slot>`;
  const groups = byCategory(bookables);
  return html`${stepHead(props, state.adding ? t.add_service : bookables.every(isClass) ? t.which.class : t.what_heading)}
  ${groups.map(({ category, bookables: of }, at) => {
    // Services without a category need no heading if they come first.
    const name = category ?? (at > 0 ? t.other_services : null);
    if (name && groups.length > 1 && bookables.length > MAX_UNFOLDED)
      return html`<details class="category" ?open=${at === 0}>
        <summary>
          <h4 part="category"><bdi>${name}</bdi></h4>
          <small>${of.length}</small>
        </summary>
        ${list(props, of)}
      </details>`;
    return name
      ? html`<section class="category" aria-labelledby="category-${at}">
          <h4 id="category-${at}" part="category"><bdi>${name}</bdi></h4>
          ${list(props, of)}
        </section>`
      : list(props, of);
  })}`;
}

/** Groups adjacent services of a category, in configuration order. */
export function byCategory(
  bookables: readonly Bookable[],
): { category: string | null; bookables: Bookable[] }[] {
  const groups: { category: string | null; bookables: Bookable[] }[] = [];
  for (const bookable of bookables) {
    const category = bookable.schedule?.category ?? null;
    const last = groups.at(-1);
    if (last?.category === category) last.bookables.push(bookable);
    else groups.push({ category, bookables: [bookable] });
  }
  return groups;
}

const list = (props: StepProps, bookables: readonly Bookable[]): TemplateResult =>
  html`<ul class="choices" part="choices">
    ${bookables.map((bookable) => html`<li>${choice(props, bookable)}</li>`)}
  </ul>`;

/** A service. Its accessible name is name, length and price; its description follows. */
function choice(props: StepProps, bookable: Bookable): TemplateResult {
  const { store, state, config } = props;
  const { schedule, resources } = bookable;
  const id = schedule?.id ?? resources[0]?.id;
  const image = schedule?.image_url ?? (resources.length === 1 ? resources[0]?.image_url : null);
  const price = priceWords(props, schedule, config.tenant.currency);
  const description = schedule?.description;
  return html`<button
    type="button"
    class="choice service"
    part="choice"
    aria-labelledby="name-${id} note-${id} price-${id}"
    aria-describedby=${description ? `about-${id}` : nothing}
    @click=${() => (state.adding ? void state.combine?.add(store, bookable) : store.act("choose", { type: "bookable_chosen", bookable }))}
  >
    ${image ? html`<img src=${image} alt="" loading="lazy" />` : nothing}
    <span class="choice-text">
      <strong id="name-${id}"><bdi>${bookableName(bookable)}</bdi></strong>
      <small id="note-${id}">${noteOf(props, bookable)}</small>
      ${description ? html`<small id="about-${id}" class="teaser"><bdi>${description}</bdi></small>` : nothing}
    </span>
    <span id="price-${id}" class="price">${price}</span> ${icon("next")}
  </button>`;
}

/** Length, party size, and the resource if there is only one. */
function noteOf({ t, locale }: StepProps, bookable: Bookable): string {
  const { schedule, resources } = bookable;
  const [resource, another] = resources;
  const most = schedule?.max_party_size ?? 1;
  const notes = [
    durations(bookable, locale),
    most > 1 && fillPlural(t, "seats", most, locale),
    !another && (schedule ? resource?.name : resource?.description),
  ];
  return notes.filter(Boolean).join(" · ");
}
