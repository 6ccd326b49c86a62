import { log } from "~/lib/log.server";
import { mayUseResource, type UserActor } from "../identity/actor";
import { readRights, sameRights } from "./read-rights.sql.server";
import { readChanged, readWatched, type Watched } from "./read-watched.sql.server";

/**
 * A change in the tenant: `bookings` are the ids with new events that this person may see, empty
 * for a change of seats alone.
 */
export interface LiveChange {
  bookings: string[];
}

interface Watcher {
  actor: UserActor;
  send(change: LiveChange): void;
  /** Called when the person is signed out, or their permissions change. */
  end(): void;
}

interface WatchedTenant {
  watchers: Set<Watcher>;
  /** null until it was read once. */
  seen: Watched | null;
}

/** The polling interval while anybody watches. */
const LOOK_MS = 1000;

const tenants = new Map<string, WatchedTenant>();
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Reports changes in the person's tenant from now on, until the returned function is called. Events
 * appear once the worker has relayed them (by position, which cannot get lost in a gap as a
 * notification would); seats and times once they are committed. All watchers of this process share
 * two queries a second: one for each watcher's permissions, then one for changes.
 */
export function watchChanges(
  actor: UserActor,
  send: Watcher["send"],
  end: Watcher["end"],
): () => void {
  const watcher = { actor, send, end };
  const tenant = tenants.get(actor.tenant.id) ?? { watchers: new Set(), seen: null };
  tenants.set(actor.tenant.id, tenant);
  tenant.watchers.add(watcher);
  timer ??= setTimeout(() => void look(), 0);
  return () => {
    tenant.watchers.delete(watcher);
    if (tenant.watchers.size === 0 && tenants.get(actor.tenant.id) === tenant)
      tenants.delete(actor.tenant.id);
  };
}

async function look(): Promise<void> {
  try {
    await endWhereRightsChanged();
    for (const now of await readWatched([...tenants.keys()])) await compare(now);
  } catch (error) {
    log.warn({ err: error }, "live changes could not be read"); // positions are kept, so the next poll catches up
  }
  timer = tenants.size > 0 ? setTimeout(() => void look(), LOOK_MS).unref() : null;
}

/**
 * Ends watchers whose permissions changed: they reconnect, which reads them again. No change is
 * sent in between.
 */
async function endWhereRightsChanged(): Promise<void> {
  const watchers = [...tenants.values()].flatMap((tenant) => [...tenant.watchers]);
  const rights = await readRights(watchers.map(({ actor }) => actor.session_id));
  for (const { actor, end } of watchers)
    if (!sameRights(actor, rights.get(actor.session_id))) end();
}

async function compare(now: Watched): Promise<void> {
  const tenant = tenants.get(now.tenant_id);
  if (tenant === undefined) return;
  const { seen } = tenant;
  tenant.seen = now;
  if (seen === null || (seen.position === now.position && seen.seats === now.seats)) return;
  const changed =
    seen.position === now.position
      ? []
      : await readChanged(now.tenant_id, seen.position, now.position);
  for (const { actor, send } of tenant.watchers)
    send({
      bookings: changed
        .filter(({ resource_id }) => mayUseResource(actor, resource_id))
        .map(({ id }) => id),
    });
}
