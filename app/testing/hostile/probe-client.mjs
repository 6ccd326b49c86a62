// A client of another company in a process of its own, so that nothing but the service can slow it: asks the same few things over and over,
// and tells its parent, when it is asked, how long the slowest answer took since it was asked before (also one that is still to come).
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
