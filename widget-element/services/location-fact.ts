import { html } from "lit";
import { drawing } from "../shared/parts";
import type { StepProps } from "../shared/props";
import type { Fact } from "../shared/summary";
import { fill } from "../shared/texts";

const PLACE = "M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z";
const PHONE =
  "M6 3h4l1.5 5-2.5 1.5a11 11 0 0 0 5.5 5.5l1.5-2.5 5 1.5v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z";
const VIDEO = "M4 7h11v10H4zM15 11l5-3v8l-5-3z";

/** Location of the chosen service, if specified. */
export function locationFact({ state, config, t }: StepProps): Fact[] {
  const location = state.flow.bookable?.schedule?.location;
  switch (location?.kind) {
    case "here":
      return [[drawing(PLACE), fill(t.place_here, { tenant: config.tenant.name })]];
    case "address":
      return [[drawing(PLACE), html`<bdi>${location.text}</bdi>`]];
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
