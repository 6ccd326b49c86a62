// The process that outside calendars are read and expanded in (limited-process.server.ts): a rule that never matches keeps ical.js busy for
// ever. It is started from its file by the built server, by tsx and by tests alike, and reads TypeScript by tsx itself.
import { register } from "tsx/esm/api";

register();
const { expand } = await import("./expand.ts");

process.on("message", (task) => {
  try {
    process.send({ events: expand(task) });
  } catch (error) {
    process.send({ failed: error instanceof Error ? error.message : String(error) });
  }
});
process.send("ready");
