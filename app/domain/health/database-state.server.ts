export { isDatabaseReady as isReady } from "~/lib/db.server";
