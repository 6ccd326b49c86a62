import { slots } from "~/contract/slot-operations";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { api, on } from "~/http/api.server";
import { withETag } from "~/http/etag.server";

const route = api(
  on(slots.availability, async ({ actor, query, request }) =>
    withETag(await readAvailability(actor, query, 92, request.headers.get("If-None-Match"))),
  ),
);
export const loader = route.loader;
export const action = route.action;
