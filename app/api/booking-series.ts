import { bookingSeries } from "~/contract/booking-series-operations";
import { createSeries } from "~/domain/series/create-series.server";
import { readSeries } from "~/domain/series/read-series.server";
import { bind } from "~/http/api.server";

export default bind(bookingSeries, {
  create: ({ actor, body }) => createSeries(actor, body),
  get: ({ actor, params }) => readSeries(actor, params.id),
});
