import type { Sql } from "~/lib/db.server";
import type { Actor } from "../../identity/actor";
import type { ChosenNeed } from "../../seats/claim-seats.sql.server";
import { findNeeds, unfitNeed } from "../../seats/service-needs.sql.server";
import type { BookingRow } from "../read/booking-row";
import type { Decision } from "./booking-command";
import { needsExchange, needsTime, NO_SEATS } from "./booking-seats.sql.server";
import { isLapsed } from "./decision-parts";

/**
 * Chooses resources for the needs of a booking's service after a decision, before its events are
 * written: those that the decision names, else those the booking has, where they are free.
 * `hasNeeds` false: neither the booking nor its service has any. Null: seats and time don't change,
 * so it keeps those it has. Needs the locks of all candidates. Throws slot_unavailable
 * (need_taken), validation_failed.
 */
export async function chooseNeeds(
  db: Sql,
  actor: Actor,
  before: BookingRow,
  { row, seats }: Pick<Decision, "row" | "seats">,
  hasNeeds: boolean,
): Promise<ChosenNeed[] | null> {
  if (!hasNeeds) {
    if ("needs" in seats) throw unfitNeed();
    return null;
  }
  const isGuest = actor.kind === "customer";
  if (seats.kind === "exchange_needs") {
    const chosen = await findNeeds(db, needsExchange(row, seats), "choose", isGuest);
    return [
      ...before.needs.filter(({ no }) => !chosen.some((each) => each.no === no)),
      ...chosen,
    ].sort((a, b) => a.no - b.no);
  }
  if (seats.kind !== "exchange" && seats.kind !== "reclaim") return null;
  const wants = seats.kind === "exchange" ? seats.needs : undefined;
  const keepsTime = seats.kind === "exchange" && !isLapsed(before, row.updated_at);
  if (keepsTime && wants === undefined && isSameTime(before, row)) return null;
  const claim = {
    ...(seats.kind === "exchange" ? seats.wanted : NO_SEATS),
    ...needsTime(row),
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    booking_id: row.id,
    prefers: before.needs,
    ...(wants !== undefined && { wants }),
  };
  return findNeeds(db, claim, "choose", isGuest);
}

const isSameTime = (before: BookingRow, row: BookingRow): boolean =>
  before.schedule_id === row.schedule_id &&
  before.resource_id === row.resource_id &&
  before.starts_at.getTime() === row.starts_at.getTime() &&
  before.ends_at.getTime() === row.ends_at.getTime();
