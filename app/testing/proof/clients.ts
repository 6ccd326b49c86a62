import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { newId } from "~/lib/ids";
import { callJson, type JsonAnswer } from "../json-call";
import type { Company } from "./company";

/** A client's final response, after retries with one Idempotency-Key. */
export interface ClientCall {
  action: "book" | "cancel";
  key: string;
  slot_id: string;
  status: number;
  /** An error's code. */
  code: string | null;
  /** The booking that was created or cancelled. */
  booking_id: string | null;
  /** Times of the first attempt, the last attempt and the response; milliseconds of one clock. */
  sent: number;
  last_sent: number;
  answered: number;
}

interface Body {
  id?: string;
  status?: string;
  booking?: { id: string };
  error?: { code: string };
}

const PAUSE_MS = 100;
/**
 * Longer than the product waits for its database. A client that gives up earlier could retry, be
 * refused, and still own the seat from its first attempt; no response can reveal that.
 */
const PATIENCE_MS = 120_000;
/**
 * Retryable responses. `verification_required`: the visitors have too many unpaid bookings on this
 * day.
 */
const AGAIN = ["idempotency_in_progress", "verification_required"];
const isFinal = ({ status, body }: JsonAnswer<Body>) =>
  status < 500 && status !== 429 && !AGAIN.includes(body.error?.code ?? "");

const nameOf = ({ status, body }: JsonAnswer<Body>) =>
  status === 422 ? `422 ${body.error?.code}` : String(status);

/** Clients that retry until they get a final response, and their responses. */
export class Clients {
  readonly results: ClientCall[] = [];
  /** Number of attempts by response: "201", "503", "none". */
  readonly answers = new Map<string, number>();
  /** Longest wait of an attempt, and the number of retry responses without Retry-After. */
  longest_ms = 0;
  without_retry_after = 0;
  private readonly agent: Agent;
  private turn = 0;

  /** `urls`: current addresses of the product. */
  constructor(
    private readonly urls: () => string[],
    private readonly company: Pick<Company, "key" | "secret">,
    sockets = 100,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  async book(slotId: string, customer: object): Promise<ClientCall> {
    const body = { slot_id: slotId, customer };
    return this.ask(
      { action: "book", slot_id: slotId },
      "/api/widget/booking",
      this.company.key,
      body,
      newId(),
    );
  }

  /** `more`: further fields of the body, such as the refund. */
  async cancel(made: ClientCall, more: object = {}): Promise<ClientCall> {
    const path = `/api/bookings/${made.booking_id}/status`;
    return this.ask(
      { action: "cancel", slot_id: made.slot_id, booking_id: made.booking_id },
      path,
      this.company.secret,
      { status: "cancelled", ...more },
      newId(),
    );
  }

  /** One attempt; null: no response. */
  async attempt(
    path: string,
    call: { key: string; body?: unknown; method?: string; headers?: Record<string, string> },
  ) {
    const urls = this.urls();
    const url = urls[this.turn++ % urls.length];
    if (url === undefined) return null;
    const sent = { method: "POST", timeout: PATIENCE_MS, body: undefined, ...call };
    const begun = performance.now();
    const answer = await callJson<Body>(this.agent, new URL(path, url), sent).catch(() => null);
    this.longest_ms = Math.max(this.longest_ms, performance.now() - begun);
    if (answer?.status === 503 && !/^\d+$/.test(String(answer.headers["retry-after"])))
      this.without_retry_after += 1;
    const name = answer === null ? "none" : nameOf(answer);
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    return answer;
  }

  private async ask(
    about: Pick<ClientCall, "action" | "slot_id"> & { booking_id?: string | null },
    path: string,
    key: string,
    body: unknown,
    idempotencyKey: string,
  ): Promise<ClientCall> {
    const sent = performance.now();
    for (;;) {
      const last_sent = performance.now();
      const answer = await this.attempt(path, {
        key,
        body,
        headers: { "Idempotency-Key": idempotencyKey },
      });
      if (answer === null || !isFinal(answer)) {
        await wait(PAUSE_MS);
        continue;
      }
      const { status } = answer;
      const code = answer.body.error?.code ?? null;
      const booking_id = about.booking_id ?? answer.body.booking?.id ?? null;
      const times = { sent, last_sent, answered: performance.now() };
      const result: ClientCall = {
        ...about,
        booking_id,
        key: idempotencyKey,
        status,
        code,
        ...times,
      };
      this.results.push(result);
      return result;
    }
  }

  /** Seconds from an instant until a request sent after it was answered. */
  async secondsUntilAnswered(from: number): Promise<number> {
    for (;;) {
      const first = this.results.find(({ last_sent }) => last_sent >= from);
      if (first !== undefined) return (first.answered - from) / 1000;
      await wait(5);
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Maps over the list with limited concurrency. */
export async function atOnce<T>(
  count: number,
  list: readonly T[],
  work: (each: T) => Promise<unknown>,
): Promise<void> {
  const left = [...list].reverse();
  const client = async () => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await work(each);
  };
  await Promise.all(Array.from({ length: count }, client));
}
