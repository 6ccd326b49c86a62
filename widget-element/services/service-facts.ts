import { html, type TemplateResult } from "lit";
import { mapUrlOf } from "../../app/lib/map-url";
import { isForAnyone, isLater } from "../flow";
import { drawing, emailLink, phoneLink } from "../shared/parts";
import type { StepProps } from "../shared/props";
import type { Fact } from "../shared/summary";
import { fill } from "../shared/texts";
import { hasOnlyPeople } from "./choices";

const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0";
const PLACE = "M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z";
const PHONE =
  "M6 3h4l1.5 5-2.5 1.5a11 11 0 0 0 5.5 5.5l1.5-2.5 5 1.5v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z";
const VIDEO = "M4 7h11v10H4zM15 11l5-3v8l-5-3z";
const EMAIL = "M3 6h18v12H3zM3 7l9 7 9-7";

/** The resource, the place and the company's phone and email, as far as known. */
export const serviceFacts = (props: StepProps): Fact[] => [
  ...resourceFact(props),
  ...placeFact(props),
  ...contactFacts(props),
];

/** The chosen or assigned resource; anyone until the service assigns one of several. */
function resourceFact({ state: { flow }, t }: StepProps): Fact[] {
  const { bookable, booked, slot, step, resource_id } = flow;
  if (!bookable?.schedule) return [];
  const isPeople = hasOnlyPeople(bookable);
  const path = isPeople ? PERSON : PLACE;
  if (!booked && isForAnyone(flow)) return [[drawing(path), isPeople ? t.anyone : t.no_preference]];
  const slotted_id = isLater(step) ? slot?.resource_id : null;
  const id = booked?.booking.resource.id ?? slotted_id ?? resource_id;
  const resource = bookable.resources.find((one) => one.id === id);
  return resource ? [[drawing(path), resource.name]] : [];
}

/** Where the chosen service takes place; an address opens a map. */
function placeFact({ state, config, t }: StepProps): Fact[] {
  const location = state.flow.bookable?.schedule?.location;
  switch (location?.kind) {
    case "here":
    case "address":
      return [
        [
          drawing(PLACE),
          location.text
            ? mapLink(location.text)
            : fill(t.place_here, { tenant: config.tenant.name }),
        ],
      ];
    case "phone":
      return [[drawing(PHONE), t.place_phone]];
    case "video_url":
    case "jitsi":
    case "online_meeting":
      return [[drawing(VIDEO), t.place_video]];
    case undefined:
      return [];
  }
}

/** On phones the confirmation has them: the choice of a time needs the space. */
function contactFacts({ config: { tenant } }: StepProps): Fact[] {
  const { phone, email } = tenant;
  const facts: Fact[] = [];
  if (phone) facts.push([drawing(PHONE), phoneLink(phone), "early"]);
  if (email) facts.push([drawing(EMAIL), emailLink(email), "early"]);
  return facts;
}

/** An address that opens a map. */
const mapLink = (address: string): TemplateResult =>
  html`<a part="link" href=${mapUrlOf(address)} target="_blank" rel="noopener"
    ><bdi>${address}</bdi></a
  >`;
