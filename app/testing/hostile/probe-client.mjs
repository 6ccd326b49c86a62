// A client of another company in a separate process, so that only the service can slow it down. It
// repeats a few requests and reports, when asked, the slowest response since the last report,
// including one still pending.
import { Agent, get } from "node:http";

const BETWEEN_MS = 10;
const base = process.argv[2];
const asks = JSON.parse(process.argv[3]);
const begun = new Map();
let worst = { ms: 0, path: "" };

const note = (path, since) => {
  const ms = performance.now() - since;
  if (ms > worst.ms) worst = { ms, path };
};

function askOnce(agent, { path, headers }) {
  return new Promise((resolve) => {
    const since = performance.now();
    begun.set(path, since);
    const end = () => {
      if (begun.delete(path)) note(path, since);
      resolve();
    };
    const request = get(new URL(path, base), { agent, headers }, (answer) => {
      answer.resume();
      answer.on("close", end);
    });
    request.on("error", end);
  });
}

async function askForEver(ask) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    await askOnce(agent, ask);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

process.on("message", () => {
  for (const [path, since] of begun) note(path, since);
  process.send(worst);
  worst = { ms: 0, path: "" };
});
process.on("disconnect", () => process.exit());
for (const ask of asks) void askForEver(ask);
process.send("ready");
