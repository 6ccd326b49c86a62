// The load generator, in a process of its own: gets a job over IPC, keeps that many requests under way, answers what it saw.
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
  /** At most this many requests. */
  count: number;
  /** Which measurement of the run this is: no two book for the same guest. */
  serial: number;
}

export interface Seen {
  requests: number;
  seconds: number;
  /** From the first byte sent to the last received, each request's. */
  times: Times;
  /** Of a sale: those of the clients who got a seat, and of those who were refused. */
  winners?: Times;
  refused?: Times;
  /** The last body that was not expected, for the report of a failed run. */
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
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const client = async () => {
    while (sent < count && performance.now() < end) {
      const asked = source.next(sent++);
      const start = performance.now();
      const answer = await send(agent, port, asked);
      times.push(performance.now() - start);
      if (!source.expects(answer, asked))
        unexpected = `${answer.status} ${asked.method} ${asked.path}: ${answer.body.slice(0, 300)}`;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - begun) / 1000;
  agent.destroy();
  return { requests: times.length, seconds: elapsed, times: timesOf(times), unexpected };
}

/** Dashboards that stand open, each with its stream of changes; they stay open from one job to the next of the kind. */
const watching: IncomingMessage[] = [];

function unwatch(): void {
  for (const stream of watching.splice(0)) stream.destroy();
}

/** Keeps `count` dashboards open for some seconds; a "request" is a second of all of them. */
async function watch({ port, subject, count, seconds, serial }: Job): Promise<Seen> {
  const source = requestsOf(subject, serial);
  const agent = new Agent({ maxSockets: Infinity });
  while (watching.length < count) {
    const { path, headers } = source.next(watching.length + 1);
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ agent, host: "127.0.0.1", port, path, headers }, resolve).on("error", reject).end();
    });
    stream.on("error", () => undefined).resume(); // ended by us
    watching.push(stream);
  }
  await wait(seconds * 1000);
  const refused = watching.find(({ statusCode }) => statusCode !== 200);
  const unexpected = refused === undefined ? null : `${refused.statusCode} for a stream of changes`;
  return { requests: seconds, seconds, times: timesOf([]), unexpected };
}
