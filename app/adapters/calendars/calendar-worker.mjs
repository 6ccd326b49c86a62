// Parses calendar data in a separate process (limited-process.server.ts), so that a hostile
// document or an endless rule can't block web or worker. Started from this file by the built
// server, tsx and tests; it loads TypeScript through tsx.
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
