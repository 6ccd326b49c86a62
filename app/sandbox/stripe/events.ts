import type Stripe from "stripe";
import StripeSdk from "stripe";
import type { SandboxState } from "./state";

/** How webhooks are sent. Default: immediately, once, in order. */
export interface WebhookPlan {
  /** Milliseconds before an event is sent. */
  delay: number;
  /** Additional sends per event. */
  duplicate: number;
  /** Holds events until there are two, and sends the later one first. */
  reorder: boolean;
  /** Drops all webhooks. */
  drop: boolean;
}

export const promptly: WebhookPlan = { delay: 0, duplicate: 0, reorder: false, drop: false };

/** Webhook URL and signing secret. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

/** Creates, stores and sends signed events. */
export class EventSender {
  plan: WebhookPlan = promptly;
  private held: Stripe.Event[] = [];
  private readonly onTheWay = new Set<Promise<void>>();

  constructor(
    private readonly state: SandboxState,
    private readonly target: WebhookTarget | null,
  ) {}

  /**
   * An event of a connected account, with a top-level `account` (Stripe documentation, Connect
   * webhooks).
   */
  emit(account: string, type: string, object: object): void {
    const event = {
      id: this.state.id("evt"),
      object: "event",
      account,
      api_version: StripeSdk.API_VERSION,
      created: this.state.now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event; // a union of all event types
    this.state.data.events.push(event);
    if (this.plan.drop) return;
    if (!this.plan.reorder) return this.send([event]);
    this.held.push(event);
    if (this.held.length === 2) this.flush();
  }

  /** Sends the events held by `reorder`. */
  flush(): void {
    const held = this.held.reverse();
    this.held = [];
    this.send(held);
  }

  /** Resends stored events, as Stripe does without a response. */
  resend(ids: string[] | null): number {
    const chosen = this.state.data.events.filter(({ id }) => ids === null || ids.includes(id));
    this.send(chosen);
    return chosen.length;
  }

  /** Resolves when all events are answered or lost. */
  async settled(): Promise<void> {
    while (this.onTheWay.size > 0) await Promise.all(this.onTheWay);
  }

  private send(events: Stripe.Event[]): void {
    const times = 1 + this.plan.duplicate;
    const { delay } = this.plan;
    const sent = (async () => {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      for (const event of events)
        await Promise.all(Array.from({ length: times }, () => this.post(event)));
    })();
    this.onTheWay.add(sent);
    void sent.finally(() => this.onTheWay.delete(sent));
  }

  private async post(event: Stripe.Event): Promise<void> {
    if (this.target === null) return;
    const payload = JSON.stringify(event);
    const signature = await StripeSdk.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: this.target.secret,
    });
    await fetch(this.target.url, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
      body: payload,
    }).catch(() => undefined); // `resend` repeats undelivered events
  }
}
