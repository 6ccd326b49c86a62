import { runErasure } from "~/domain/privacy/erase-customer.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "customer.erase",
  concurrency: 1,
  run: ({ tenant_id, customer_id }) => runErasure(tenant_id, customer_id),
});
