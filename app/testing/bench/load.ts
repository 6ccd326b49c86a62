// The load generator, in a separate process: receives a job over IPC, keeps that many requests in
// flight and reports the results.
import { Agent, type IncomingMessage, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { requestsOf, type Subject } from "./requests";
import { sell } from "./sale";
import { send } from "./send";
import { type Times, timesOf } from "./times";

export interface Job {
  port: number;
  subject: Subject;
  clients: number;
  seconds: number;
  /** Maximum number of requests. */
  count: number;
  /** Number of this measurement in the run: no two book for the same guest. */
  serial: number;
}

export interface Seen {
  requests: number;
  seconds: number;
  /** Per request, from first byte sent to last byte received. */
  times: Times;
  /** For a sale: times of clients that got a seat, and of those refused. */
  winners?: Times;
  refused?: Times;
  /** The last unexpected body, for the report of a failed run. */
  unexpected: string | null;
}

process.on("message", (job: Job) => {
  run(job).then(
    (seen) => process.send?.(seen),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});

async function run(job: Job): Promise<Seen> {
  if (job.subject.kind === "watch") return watch(job);
  unwatch();
  if (job.subject.kind === "sale") return sell(job);
  const { port, subject, clients, seconds, count, serial } = job;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const source = requestsOf(subject, serial);
  const times: number[] = [];
  let unexpected: string | null = null;
  let sent = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const client = async () => {
    while (sent < count && performance.now() < end) {
      const requests = source.next(sent++);
      const start = performance.now();
      const answer = await send(agent, port, requests);
      times.push(performance.now() - start);
      if (!source.expects(answer, requests))
        unexpected = `${answer.status} ${requests.method} ${requests.path}: ${answer.body.slice(0, 300)}`;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { requests: times.length, seconds: elapsed, times: timesOf(times), unexpected };
}

/** Open dashboards with their event streams; kept open across jobs of this kind. */
const watching: IncomingMessage[] = [];

function unwatch(): void {
  for (const stream of watching.splice(0)) stream.destroy();
}

/** Keeps `count` dashboards open for some seconds; one "request" is a second of all of them. */
async function watch({ port, subject, count, seconds, serial }: Job): Promise<Seen> {
  const source = requestsOf(subject, serial);
  const agent = new Agent({ maxSockets: Infinity });
  while (watching.length < count) {
    const { path, headers } = source.next(watching.length + 1);
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ agent, host: "127.0.0.1", port, path, headers }, resolve).on("error", reject).end();
    });
    stream.on("error", () => undefined).resume(); // closed on purpose
    watching.push(stream);
  }
  await wait(seconds * 1000);
  const refused = watching.find(({ statusCode }) => statusCode !== 200);
  const unexpected = refused === undefined ? null : `${refused.statusCode} for a stream of changes`;
  return { requests: seconds, seconds, times: timesOf([]), unexpected };
}
