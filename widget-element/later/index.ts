import css from "../styles/later.css?inline";
import { LaterSteps } from "./later-steps";
import { enLater } from "../texts/en-later";
import { views } from "./views";

// What follows the choice of a time: loaded while the visitor looks at the times.
export { css, enLater, LaterSteps, views };
