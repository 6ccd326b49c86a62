import { randomUUID } from "node:crypto";
import type { ChangeNotification, LifecycleEventType } from "@microsoft/microsoft-graph-types";
import type { NoticeSender } from "../calendars/notices";
import type { ChangeType, GraphState, GraphSubscription } from "./state";

const TENANT = "84bd8158-6d4d-4958-8b9f-9d6445542f95";

/** Subscriptions to a calendar's events: handshake, change notices and lifecycle notices. */
export class GraphSubscriptions {
  constructor(
    private readonly state: GraphState,
    private readonly sender: NoticeSender,
  ) {
    state.changed = (calendar, event, change) => this.#notify(calendar, event, change);
  }

  /** null: the URL did not return the validation token. */
  async open(given: Omit<GraphSubscription, "id">): Promise<GraphSubscription | null> {
    for (const url of new Set([
      given.notification_url,
      given.lifecycle_url ?? given.notification_url,
    ]))
      if (!(await this.#answersTo(url))) return null;
    const made = { id: randomUUID(), ...given };
    this.state.data.subscriptions[made.id] = made;
    this.state.memory.save();
    return made;
  }

  close(id: string): boolean {
    const isThere = this.state.data.subscriptions[id] !== undefined;
    delete this.state.data.subscriptions[id];
    this.state.memory.save();
    return isThere;
  }

  /** Sends lifecycle notices; a removed subscription ends. */
  lifecycle(lifecycleEvent: LifecycleEventType): number {
    const open = Object.values(this.state.data.subscriptions);
    for (const subscription of open) {
      const url = subscription.lifecycle_url;
      if (lifecycleEvent === "subscriptionRemoved") this.close(subscription.id);
      if (url !== null) this.#send(url, { ...this.#common(subscription), lifecycleEvent });
    }
    return open.length;
  }

  /** The handshake: the token in the query string must be returned as plain text. */
  async #answersTo(address: string): Promise<boolean> {
    const url = new URL(address);
    const token = `Validation: Testing client application reachability ${randomUUID()} +&=`;
    url.searchParams.set("validationToken", token);
    const { status, text, type } = await this.sender.post({
      url: url.href,
      headers: {},
      body: null,
    });
    return status === 200 && text === token && type.startsWith("text/plain");
  }

  #notify(calendar: string, event: string, changeType: ChangeType): void {
    for (const subscription of Object.values(this.state.data.subscriptions)) {
      if (subscription.calendar !== calendar || subscription.expires <= this.state.now()) continue;
      const resource = `Users/${subscription.account}/Events/${event}`;
      const resourceData = {
        "@odata.type": "#Microsoft.Graph.Event",
        "@odata.id": resource,
        id: event,
      };
      this.#send(subscription.notification_url, {
        ...this.#common(subscription),
        changeType,
        resource,
        resourceData,
      });
    }
  }

  #common({ id, expires, client_state, resource }: GraphSubscription): ChangeNotification {
    return {
      subscriptionId: id,
      subscriptionExpirationDateTime: new Date(expires).toISOString(),
      clientState: client_state,
      tenantId: TENANT,
      resource,
    };
  }

  #send(url: string, notice: ChangeNotification): void {
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    this.sender.send({ url, headers, body: JSON.stringify({ value: [notice] }) });
  }
}
