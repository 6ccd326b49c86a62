import { unsafeCSS } from "lit";
import servicesCss from "../styles/services.css?inline";
import { services } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import { momentFacts, timesZones } from "../shared/chosen-time";
import { isAtPlace } from "../shared/summary";
import type { StepView } from "../shared/props";
import { aboutService } from "./about-service";
import { pickView } from "./classes";
import { nextFree } from "./free-days";
import { lengthView } from "./length-view";
import { listView } from "./list-view";
import { narrowed, offerOf } from "./offers";
import { peopleView, whichOf } from "./people-view";
import { serviceFacts } from "./service-facts";

// The choices before the calendar, and what is known of the chosen service. Loaded in parallel with
// the configuration.

addEnglish(services);

export {
  aboutService,
  isAtPlace,
  momentFacts,
  narrowed,
  nextFree,
  offerOf,
  serviceFacts,
  timesZones,
  whichOf,
};
export const styles = unsafeCSS(servicesCss);
/** The view, or the list of services while one is added. */
const orList =
  (view: StepView): StepView =>
  (props) =>
    props.state.adding ? listView(props) : view(props);
export const views = {
  what: pickView,
  length: lengthView,
  which: orList(peopleView),
  day: orList(pickView),
  time: orList(pickView),
};
