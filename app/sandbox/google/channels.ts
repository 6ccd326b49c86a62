import { createHash } from "node:crypto";
import type { NoticeSender } from "../calendars/notices";
import type { GoogleChannel, GoogleState } from "./state";

/**
 * Channels of events.watch: sends each open one a notice without body when its calendar changes
 * ("Push notifications" of the Calendar API).
 */
export class GoogleChannels {
  constructor(
    private readonly state: GoogleState,
    private readonly sender: NoticeSender,
  ) {
    state.changed = (calendarId) => this.#notify(calendarId);
  }

  /** null: the id is taken, even if by a closed channel. */
  open(channel: Omit<GoogleChannel, "resource_id" | "messages" | "stopped">): GoogleChannel | null {
    if (this.state.data.channels[channel.id] !== undefined) return null;
    const resource_id = createHash("sha256")
      .update(channel.calendar)
      .digest("base64url")
      .slice(0, 27);
    const made = { ...channel, resource_id, messages: 0, stopped: false };
    this.state.data.channels[channel.id] = made;
    this.#notice(made, "sync");
    return made;
  }

  stop(id: string, resource_id: string): boolean {
    const channel = this.state.data.channels[id];
    if (channel === undefined || channel.stopped || channel.resource_id !== resource_id)
      return false;
    channel.stopped = true;
    this.state.memory.save();
    return true;
  }

  #notify(calendarId: string): void {
    for (const channel of Object.values(this.state.data.channels))
      if (channel.calendar === calendarId && !channel.stopped && channel.expires > this.state.now())
        this.#notice(channel, "exists");
  }

  #notice(channel: GoogleChannel, resourceState: "sync" | "exists"): void {
    channel.messages += 1;
    this.state.memory.save();
    this.sender.send({
      url: channel.address,
      headers: {
        "X-Goog-Channel-ID": channel.id,
        "X-Goog-Channel-Token": channel.token,
        "X-Goog-Channel-Expiration": new Date(channel.expires).toUTCString(),
        "X-Goog-Resource-ID": channel.resource_id,
        "X-Goog-Resource-URI": `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(channel.calendar)}/events`,
        "X-Goog-Resource-State": resourceState,
        "X-Goog-Message-Number": String(channel.messages),
      },
      body: null,
    });
  }
}
