import { bookingVisits } from "~/contract/booking-visit-operations";
import { createVisit } from "~/domain/visits/create-visit.server";
import { readVisit } from "~/domain/visits/read-visit.server";
import { findVisitTimes } from "~/domain/visits/visit-times.server";
import { bind } from "~/http/api.server";

export default bind(bookingVisits, {
  create: ({ actor, body, ticket }) => createVisit(actor, body, ticket),
  times: ({ actor, body }) => findVisitTimes(actor, body),
  get: ({ actor, params }) => readVisit(actor, params.id),
});
