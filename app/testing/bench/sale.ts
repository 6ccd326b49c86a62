import { Agent } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Job, Seen } from "./load";
import { type BenchRequest, requestsOf } from "./requests";
import { type Answer, send } from "./send";
import { timesOf } from "./times";

/** Pause before a client retries. */
const PAUSE_MS = 100;

/** Whether the response doesn't ask for a retry. */
const isFinal = ({ status, body }: Answer) =>
  status !== 503 && !body.includes('"idempotency_in_progress"');

/**
 * `clients` clients with a connection each press once within `seconds` for the seats of one slot,
 * and retry with the same Idempotency-Key until they get a final response. Times run from the press
 * to that response.
 */
export async function sell({ port, subject, clients, seconds, serial }: Job): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const source = requestsOf(subject, serial);
  const winners: number[] = [];
  const refused: number[] = [];
  let unexpected: string | null = null;
  const untilFinal = async (request: BenchRequest): Promise<Answer> => {
    for (;;) {
      const answer = await send(agent, port, request).catch(() => null); // connections may break under this load
      if (answer !== null && isFinal(answer)) return answer;
      await wait(PAUSE_MS);
    }
  };
  const press = async (i: number) => {
    const request = source.next(i);
    await wait((seconds * 1000 * i) / clients);
    const pressed = performance.now();
    const answer = await untilFinal(request);
    const milliseconds = performance.now() - pressed;
    if (answer.status === 201) winners.push(milliseconds);
    else refused.push(milliseconds);
    if (!source.expects(answer, request))
      unexpected = `${answer.status}: ${answer.body.slice(0, 300)}`;
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, i) => press(i)));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return {
    requests: clients,
    seconds: elapsed,
    times: timesOf([...winners, ...refused]),
    winners: timesOf(winners),
    refused: timesOf(refused),
    unexpected,
  };
}
