import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { newId } from "~/lib/ids";
import { callJson, type JsonAnswer } from "../json-call";
import type { Company } from "./company";

/** A client's final answer, after as many attempts with one Idempotency-Key as it took. */
export interface ClientCall {
  what: "book" | "cancel";
  key: string;
  slot_id: string;
  status: number;
  /** An error's code. */
  code: string | null;
  /** Of the booking that was made, or given up. */
  booking_id: string | null;
  /** When the first attempt was sent, the last one, and when it was answered; milliseconds of one clock. */
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
 * Longer than the product waits for its database. A client who gives up while the product still works may press again, be refused, and have
 * the seat by the first press all the same, where it was given back in between: no answer can tell them.
 */
const PATIENCE_MS = 120_000;
/**
 * Answers after which a client asks again. `verification_required`: visitors have as many unpaid
 * bookings on this day as they may have until some are paid.
 */
const AGAIN = ["idempotency_in_progress", "verification_required"];
const isFinal = ({ status, body }: JsonAnswer<Body>) =>
  status < 500 && status !== 429 && !AGAIN.includes(body.error?.code ?? "");

const nameOf = ({ status, body }: JsonAnswer<Body>) =>
  status === 422 ? `422 ${body.error?.code}` : String(status);

/** Clients who ask until they are told, and what each was told. */
export class Clients {
  readonly told: ClientCall[] = [];
  /** How many attempts had each answer: "201", "503", "none". */
  readonly answers = new Map<string, number>();
  /** The longest that an attempt waited for its answer, and how many were told to come again without being told when. */
  longest_ms = 0;
  without_retry_after = 0;
  private readonly agent: Agent;
  private turn = 0;

  /** `urls`: where the product is at the moment. */
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
      { what: "book", slot_id: slotId },
      "/api/widget/booking",
      this.company.key,
      body,
      newId(),
    );
  }

  /** `more`: what else is said with it, such as what is refunded. */
  async cancel(made: ClientCall, more: object = {}): Promise<ClientCall> {
    const path = `/api/bookings/${made.booking_id}/status`;
    return this.ask(
      { what: "cancel", slot_id: made.slot_id, booking_id: made.booking_id },
      path,
      this.company.secret,
      { status: "cancelled", ...more },
      newId(),
    );
  }

  /** One attempt, whatever comes of it; null: no answer. */
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
    about: Pick<ClientCall, "what" | "slot_id"> & { booking_id?: string | null },
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
      const told: ClientCall = {
        ...about,
        booking_id,
        key: idempotencyKey,
        status,
        code,
        ...times,
      };
      this.told.push(told);
      return told;
    }
  }

  /** Seconds from an instant until somebody had asked after it and was told. */
  async secondsUntilTold(from: number): Promise<number> {
    for (;;) {
      const first = this.told.find(({ last_sent }) => last_sent >= from);
      if (first !== undefined) return (first.answered - from) / 1000;
      await wait(5);
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Does `work` for each of the list, so many at once. */
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
