import { guestIcs } from "./guest-ics.server";
import { type OpenedLink, openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { guestPage } from "~/http/guest-page.server";

/** Downloads a guest's booking as a calendar file. */
const route = guestPage<OpenedLink>({
  open: openManageLink,
  missing: () => new Response("There is no such booking.\n", { status: 404 }),
  show: async ({ subject }) =>
    new Response(guestIcs(subject), {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
        "Content-Disposition": 'attachment; filename="booking.ics"',
      },
    }),
});
export const loader = route.loader;
