import { events } from "~/contract/events";
import { listEvents } from "~/domain/events/list-events.sql.server";
import { bind } from "~/http/api.server";

export default bind(events, {
  list: ({ actor, query }) => listEvents(actor, query),
});
