import { doneView } from "../done/done-view";
import type { ViewProps } from "../shared/props";
import { addEnglish } from "../translations/languages";
import { detailsView } from "./details-view";

/**
 * Loaded checkout views. The done view loads with the first, so a confirmation can always be shown.
 */
export const views: NonNullable<ViewProps["checkoutViews"]> = {
  details: detailsView,
  done: doneView,
};

/** Optional steps. Each loads with its view and English texts. */
export const loadStep = {
  verify: async () => {
    const verify = await import("../verify/index");
    addEnglish(verify.enVerify);
    views.verify = verify.view;
    return verify;
  },
  pay: async () => {
    const pay = await import("../pay/index");
    addEnglish(pay.enPay);
    views.pay = pay.view;
    return pay;
  },
};
