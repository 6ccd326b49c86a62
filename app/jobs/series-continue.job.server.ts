import { continueSeries } from "~/domain/series/book-series.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "series.continue",
  concurrency: 2,
  per_tenant: 1,
  run: ({ tenant_id, series_id }) => continueSeries(tenant_id, series_id),
});
