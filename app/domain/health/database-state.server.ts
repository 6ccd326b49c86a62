export { databaseState } from "~/lib/db.server";
