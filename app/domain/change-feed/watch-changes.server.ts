import { log } from "~/lib/log.server";
import { mayUseResource, type UserActor } from "../identity/actor";
import { readRights, sameRights } from "./read-rights.sql.server";
import { readChanged, readWatched, type Watched } from "./read-watched.sql.server";

/** Something of the tenant changed: `bookings` are the ids of those with new events that this person may see, none for a change of seats alone. */
export interface LiveChange {
  bookings: string[];
}

interface Watcher {
  actor: UserActor;
  tell(change: LiveChange): void;
  /** Called when the person is signed out, or may see more or less than before. */
  end(): void;
}

interface WatchedTenant {
  watchers: Set<Watcher>;
  /** null until it has been read once. */
  seen: Watched | null;
}

/** How often is asked while anybody watches. */
const LOOK_MS = 1000;

const tenants = new Map<string, WatchedTenant>();
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Tells of changes of the person's tenant from now on, until the returned function is called. Events are seen when the worker has passed
 * them on (their position, which does not fall into a gap as a notification would); seats and times as soon as they are committed. All who
 * watch from this process share two questions a second: what changed, and before it what each of them may still see.
 */
export function watchChanges(
  actor: UserActor,
  tell: Watcher["tell"],
  end: Watcher["end"],
): () => void {
  const watcher = { actor, tell, end };
  const tenant = tenants.get(actor.tenant.id) ?? { watchers: new Set(), seen: null };
  tenants.set(actor.tenant.id, tenant);
  tenant.watchers.add(watcher);
  timer ??= setTimeout(look, 0);
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
    log.warn({ err: error }, "live changes could not be read"); // the next look catches up: positions are kept
  }
  timer = tenants.size > 0 ? setTimeout(look, LOOK_MS).unref() : null;
}

/** A watcher connects again, and its rights are read again; no change is sent in between. */
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
  for (const { actor, tell } of tenant.watchers)
    tell({
      bookings: changed
        .filter(({ resource_id }) => mayUseResource(actor, resource_id))
        .map(({ id }) => id),
    });
}
