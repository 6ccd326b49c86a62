import { learnEnglish } from "../languages";
import type { ViewProps } from "../views/props";
import { detailsView } from "./views/details";
import { doneView } from "./views/done";

/** The views of the later steps that are there. */
export const views: NonNullable<ViewProps["laterViews"]> = { details: detailsView, done: doneView };

/** Adds those that only some bookings have, with their words in English. */
export async function loadOptional() {
  const optional = await import("../optional/index");
  learnEnglish(optional.enOptional);
  Object.assign(views, optional.views);
  return optional;
}
