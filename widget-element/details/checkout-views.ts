import { doneView } from "../done/done-view";
import type { ViewProps } from "../shared/props";
import { detailsView } from "./details-view";

/**
 * Loaded checkout views. The done view loads with the first, so a confirmation can always be shown.
 */
export const views: NonNullable<ViewProps["checkoutViews"]> = {
  details: detailsView,
  done: doneView,
};

/** Optional steps. Each loads with its view. */
export const loadStep = {
  verify: async () => {
    const verify = await import("../verify/index");
    views.verify = verify.view;
    return verify;
  },
  pay: async () => {
    const pay = await import("../pay/index");
    views.pay = pay.view;
    return pay;
  },
};
