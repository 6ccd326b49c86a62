import { type BookingPage, openBookingPage } from "~/domain/widgets/open-booking-page.server";
import { guestPage } from "~/http/guest-page.server";
import { manageTexts } from "~/ui/guest-page/manage-language";
import { answerForm } from "./answer-form.server";
import { linkOf, serviceOf } from "./booking-page-choice";
import { showBooked, showMissing, showStep } from "./show.server";
import { bad, viewOf } from "./view.server";

// The public booking page. Works with links and one form; with scripts, the widget replaces them.

const route = guestPage<BookingPage>({
  public: "slug",
  open: (slug, requestId, query) =>
    openBookingPage(slug, requestId, serviceOf(query), linkOf(query)),
  missing: showMissing,
  show: async (guest) => (await showBooked(guest)) ?? showStep(viewOf(guest), null, 200),
  refuse: (guest) => {
    const view = viewOf(guest);
    return showStep(view, bad(manageTexts(view.locale).error_unknown), 400);
  },
  change: (guest, form) => {
    const view = viewOf(guest);
    const { service, time } = view.choice;
    if (service === null || time === null)
      return showStep(view, bad(manageTexts(view.locale).error_taken), 409);
    return answerForm({ ...view, service, time }, form);
  },
});
export const loader = route.loader;
export const action = route.action;
