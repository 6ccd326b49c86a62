import { widget } from "~/contract/widget";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { api, on } from "~/http/api.server";
import { tagged } from "~/http/tagged.server";

const route = api(
  on(widget.availability, async ({ actor, query, request }) =>
    tagged(await readAvailability(actor, query, 31, request.headers.get("If-None-Match"))),
  ),
);
export const loader = route.loader;
export const action = route.action;
