import { unsafeCSS } from "lit";
import servicesCss from "../styles/services.css?inline";
import { services } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";
import { aboutService } from "./about-service";
import { lengthView } from "./length-view";
import { listView } from "./list-view";
import { locationFact } from "./location-fact";
import { narrowed, offerOf } from "./offers";
import { peopleView } from "./people-view";

// Views for services with more than a name: categories, descriptions, pictures, lengths, locations.
// Loaded if the configuration has any.

addEnglish(services);

export { aboutService, locationFact, narrowed, offerOf };
export const styles = unsafeCSS(servicesCss);
export const views = { what: listView, length: lengthView, which: peopleView };
