// Reads what outside calendars answer, in a process of its own (limited-process.server.ts): a hostile document or a rule that never matches
// must not hold up web or worker. Started from its file by the built server, by tsx and by tests; TypeScript is read by tsx itself.
import { register } from "tsx/esm/api";

register();
const [{ expand }, { readMultistatus }] = await Promise.all([
  import("./expand.ts"),
  import("./multistatus.ts"),
]);

process.on("message", (task) => {
  try {
    process.send({ done: task.kind === "expand" ? expand(task) : readMultistatus(task) });
  } catch (error) {
    process.send({ failed: error instanceof Error ? error.message : String(error) });
  }
});
process.send("ready");
