import { z } from "zod";

/** How notices are sent. Default: immediately, once, in order, without loss. */
export const NoticePlan = z.strictObject({
  /** Percentage of lost notices. */
  lost_percent: z.int().min(0).max(100).default(0),
  doubled_percent: z.int().min(0).max(100).default(0),
  /** Delay per notice in milliseconds. */
  delay_ms: z.int().min(0).max(60_000).default(0),
  /** Holds notices until `flush`, which sends the last one first. */
  hold: z.boolean().default(false),
});
export type NoticePlan = z.infer<typeof NoticePlan>;

export interface Notice {
  url: string;
  headers: Record<string, string>;
  body: string | null;
}
export interface SentNotice extends Notice {
  /** The receiver's status; null: no response. */
  status: number | null;
}

const ANSWER_MS = 10_000;

/**
 * Sends notices according to the plan and records them. The random seed is fixed, so that runs are
 * reproducible.
 */
export class NoticeSender {
  plan: NoticePlan = NoticePlan.parse({});
  readonly sent: SentNotice[] = [];
  #held: Notice[] = [];
  #chance = 1;
  readonly #onTheWay = new Set<Promise<unknown>>();

  send(notice: Notice): void {
    if (this.#percent() < this.plan.lost_percent) return;
    const times = this.#percent() < this.plan.doubled_percent ? 2 : 1;
    for (let time = 0; time < times; time++) {
      if (this.plan.hold) this.#held.push(notice);
      else this.#track(this.#later(notice));
    }
  }

  /** Sends held notices, last one first. */
  flush(): number {
    const held = this.#held.reverse();
    this.#held = [];
    this.#track(this.#inTurn(held));
    return held.length;
  }

  /** Resolves when all notices are answered or lost. */
  async settled(): Promise<void> {
    while (this.#onTheWay.size > 0) await Promise.all(this.#onTheWay);
  }

  /** Sends immediately and returns the response. */
  async post({
    url,
    headers,
    body,
  }: Notice): Promise<{ status: number | null; text: string; type: string }> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal,
      });
      return {
        status: answer.status,
        text: await answer.text(),
        type: answer.headers.get("Content-Type") ?? "",
      };
    } catch {
      return { status: null, text: "", type: "" };
    }
  }

  async #inTurn(notices: Notice[]): Promise<void> {
    for (const notice of notices) await this.#note(notice);
  }

  async #later(notice: Notice): Promise<void> {
    const { delay_ms } = this.plan;
    if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms));
    await this.#note(notice);
  }

  async #note(notice: Notice): Promise<void> {
    const recorded: SentNotice = { ...notice, status: null };
    this.sent.push(recorded);
    recorded.status = (await this.post(notice)).status;
  }

  #track(work: Promise<unknown>): void {
    this.#onTheWay.add(work);
    void work.finally(() => this.#onTheWay.delete(work));
  }

  /** 0 to 99 (a linear congruential generator, Numerical Recipes). */
  #percent(): number {
    this.#chance = (Math.imul(this.#chance, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#chance / 2 ** 32) * 100);
  }
}
