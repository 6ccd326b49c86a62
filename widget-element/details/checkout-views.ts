import { doneView } from "../done/done-view";
import type { ViewProps } from "../shared/props";
import { addEnglish } from "../translations/languages";
import { detailsView } from "./details-view";

/**
 * The views of the checkout that have loaded. The last one comes with the first: once a booking exists, nothing may be missing to say so.
 */
export const views: NonNullable<ViewProps["checkoutViews"]> = {
  details: detailsView,
  done: doneView,
};

/** The steps that only some bookings have. Each comes with its view and its words in English. */
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
