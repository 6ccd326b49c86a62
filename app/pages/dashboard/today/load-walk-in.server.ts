import { Id } from "~/contract/common";
import type { UserActor } from "~/domain/identity/actor";
import { readWalkIns } from "~/domain/slots/walk-ins.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { walkInName } from "~/http/walk-in-name.server";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";
import type { Reads } from "~/lib/one-trip.sql.server";
import { addDays, startOfDay } from "~/lib/time";
import { startOfNow } from "~/ui/new-booking/desk-state";
import { type WalkInView, walkInView } from "./walk-in-view";

/** Around midnight, times of the next day count too. */
const SOON_MS = 2 * 3_600_000;

/** First times for a guest at the desk, of the service that the URL names; null without services. */
export async function loadWalkIn(
  actor: UserActor,
  query: URLSearchParams,
  { reads, has_limits }: { reads?: Reads; has_limits?: boolean } = {},
): Promise<WalkInView | null> {
  const calendar = calendarOf(actor);
  const found = await readWalkIns(
    actor,
    {
      service_id: Id.safeParse(query.get("walk_in")).data ?? null,
      now: new Date(startOfNow(clock.now())),
      until: new Date(
        Math.max(startOfDay(addDays(calendar.today, 1), calendar.time_zone), clock.now() + SOON_MS),
      ),
      has_limits,
    },
    reads,
  );
  return walkInView(found, {
    calendar,
    chosen: query.get("with"),
    name: walkInName(actor),
    key: newId(),
  });
}
