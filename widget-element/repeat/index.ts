import { repeat } from "../../app/i18n/en/widget.json";
import { addEnglish } from "../shared/languages";

// Repeating a booking weekly, loaded with the form of a service that is repeated.

addEnglish(repeat);

export { repeatView as view } from "./repeat-view";
export { bookDates, planOf } from "./series";
