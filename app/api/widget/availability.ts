import { MOST_DAYS_FOR_VISITORS } from "~/contract/limits";
import { widget } from "~/contract/widget";
import { chooseConfiguration } from "~/domain/api-keys/choose-configuration.server";
import { withOpenLink } from "~/domain/booking-links/open-link.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { api, on } from "~/http/api.server";
import { withETag } from "~/http/etag.server";

const tagOf = (request: Request) => request.headers.get("If-None-Match");

const route = api(
  on(
    widget.availability,
    async ({ actor, query: { config_id, booking_link, ...query }, request }) => {
      const by = await withOpenLink(await chooseConfiguration(actor, config_id), booking_link);
      return withETag(await readAvailability(by, query, MOST_DAYS_FOR_VISITORS, tagOf(request)));
    },
  ),
);
export const loader = route.loader;
export const action = route.action;
