import { html, nothing, type TemplateResult } from "lit/html.js";
import { duration } from "../format";
import { offerName, type Offer } from "../offers";
import { fillPlural } from "../strings";
import type { Resource } from "../wire";
import { icon, stepHead } from "./parts";
import type { StepScene } from "./scene";
import { priceWords } from "./summary";

/** The choice between offers. */
export function whatView(scene: StepScene): TemplateResult {
  const { visit, t } = scene;
  const { offers } = visit.flow;
  if (offers.length === 0) return html`<p class="empty">${t.problem_setup}</p>`;
  return html`${stepHead(scene, t.what_heading)}
  ${list(
    offers.map((offer) => ({
      name: offerName(offer),
      note: offerNote(scene, offer),
      resource: offer.resources.length === 1 ? offer.resources[0]! : null,
      price: priceWords(scene, offer.schedule, scene.config.tenant.currency),
      choose: () => visit.choose({ type: "offer_chosen", offer }),
    })),
  )}`;
}

/** The choice between an offer's resources, or none in particular. */
export function whichView(scene: StepScene): TemplateResult {
  const { visit, t } = scene;
  const choose = (resource_id: string | null) => () => visit.choose({ type: "resource_chosen", resource_id });
  const any = { name: t.no_preference, note: "", resource: null, price: "" };
  const resources = (visit.flow.offer?.resources ?? []).map((resource) => ({
    name: resource.name,
    note: resource.description ?? "",
    resource,
    price: "",
    choose: choose(resource.id),
  }));
  return html`${stepHead(scene, t.which_heading)} ${list([{ ...any, choose: choose(null) }, ...resources])}`;
}

interface Choice {
  name: string;
  note: string;
  resource: Resource | null;
  price: string;
  choose: () => void;
}

const list = (choices: Choice[]): TemplateResult =>
  html`<ul class="offers" part="offers">
    ${choices.map(
      ({ name, note, resource, price, choose }) =>
        html`<li>
          <button type="button" class="offer" part="offer" @click=${choose}>
            ${resource?.image_url ? html`<img src=${resource.image_url} alt="" loading="lazy" />` : nothing}
            <span class="offer-text"><strong>${name}</strong>${note ? html`<small>${note}</small>` : nothing}</span>
            ${price ? html`<span class="price">${price}</span>` : nothing} ${icon("next")}
          </button>
        </li>`,
    )}
  </ul>`;

function offerNote({ t, locale }: StepScene, { schedule, resources }: Offer): string {
  const notes: string[] = [];
  if (schedule) notes.push(duration(schedule.duration_minutes, locale));
  if (schedule && (schedule.max_party_size ?? 1) > 1) {
    notes.push(fillPlural(t.seats, schedule.max_party_size!, locale));
  }
  if (resources.length === 1) {
    const [resource] = resources;
    notes.push(schedule ? resource!.name : (resource!.description ?? ""));
  }
  return notes.filter(Boolean).join(" · ");
}
