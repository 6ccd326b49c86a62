import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { releaseSavepoint, rollBackTo, setSavepoint } from "~/lib/savepoint.sql.server";
import type { Tenant } from "../../identity/actor";
import { seatRefusal } from "../../seats/claim-seats.sql.server";
import type { GroupChange } from "./apply-decision.server";
import { offerFreedSeats } from "./offer-freed-seats.server";

/** The result of one booking's change, or the reason why it stays as it is. */
export type Outcome<Item, Done> =
  { item: Item; done: Done; refusal: null } | { item: Item; done: null; refusal: AppError };

/**
 * Changes several bookings one after another in the caller's transaction, each within a savepoint:
 * a refusal undoes only its own change. The caller has locked their resources, and queues their
 * emails. Throws the errors that `isRefusal` doesn't accept.
 */
export async function changeGroup<Item, Done>(
  db: Sql,
  tenant: Tenant,
  items: readonly Item[],
  change: (item: Item, group: GroupChange) => Promise<Done>,
  isRefusal: (error: AppError, item: Item) => boolean,
): Promise<Outcome<Item, Done>[]> {
  const group: GroupChange = { freed: [] };
  const outcomes: Outcome<Item, Done>[] = [];
  for (const item of items) {
    const freed = group.freed.length;
    await setSavepoint(db, "one_of_group");
    try {
      outcomes.push({ item, done: await change(item, group), refusal: null });
      await releaseSavepoint(db, "one_of_group");
    } catch (thrown) {
      const error = seatRefusal(thrown);
      if (!(error instanceof AppError) || !isRefusal(error, item)) throw thrown;
      await rollBackTo(db, "one_of_group");
      group.freed.length = freed;
      outcomes.push({ item, done: null, refusal: error });
    }
  }
  for (const { place, lock } of group.freed) await offerFreedSeats(db, tenant, place, lock);
  return outcomes;
}
