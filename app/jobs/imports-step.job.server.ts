import { continueImport } from "~/domain/imports/imports.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "imports.step",
  concurrency: 2,
  per_tenant: 1,
  run: ({ tenant_id, import_id, user_id }) => continueImport(tenant_id, import_id, user_id),
});
