import { widget } from "~/contract/widget";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { api, on } from "~/http/api.server";
import { withETag } from "~/http/etag.server";

const MAX_DAYS = 31;
const tagOf = (request: Request) => request.headers.get("If-None-Match");

const route = api(
  on(widget.availability, async ({ actor, query, request }) =>
    withETag(await readAvailability(actor, query, MAX_DAYS, tagOf(request))),
  ),
);
export const loader = route.loader;
export const action = route.action;
