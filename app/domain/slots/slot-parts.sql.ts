import sql, { type Sql as Part } from "sql-template-tag";

/**
 * Why slot `s` of schedule `sc` cannot be booked by `partySize` people now, null when it can. The one definition: what is listed and what
 * a booking checks are the same comparisons (offer.ts checks notice, horizon and party; claimSeats counts lanes and the day). With
 * `tellsHeld`, a slot that is full only because of holds says `held`: that costs a look at its claims, so only where it is shown.
 */
export function slotReason(partySize: number, tellsHeld = false): Part {
  return sql`case
    when s.status = 'closed' then 'closed'
    when s.starts_at < now() + coalesce(sc.min_notice_minutes, 0) * interval '1 minute' then 'too_soon'
    when s.starts_at > now() + sc.max_advance_days * interval '24 hours' then 'too_far'
    when ${partySize}::int > least(s.capacity, sc.max_party_size) then 'party_too_large'
    when s.taken + ${partySize}::int > s.capacity then ${tellsHeld ? heldOrFull(partySize) : sql`'full'`}
    when sc.max_per_day is not null and (
      select count(*) from booking b where b.tenant_id = s.tenant_id and b.resource_id = s.resource_id and b.schedule_id = s.schedule_id
        and b.status not in ('cancelled', 'refunded', 'expired')
        and b.starts_at >= date_trunc('day', s.starts_at at time zone sc.time_zone) at time zone sc.time_zone
        and b.starts_at < (date_trunc('day', s.starts_at at time zone sc.time_zone) + interval '1 day') at time zone sc.time_zone
      ) >= sc.max_per_day then 'daily_limit'
    end`;
}

function heldOrFull(partySize: number): Part {
  return sql`case when s.taken + ${partySize}::int - (
      select count(distinct c.lane) from claim c where c.tenant_id = s.tenant_id and c.resource_id = s.resource_id and c.lane < s.capacity
        and c.lapses_at is not null and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from) <= s.capacity then 'held' else 'full' end`;
}

/** A timestamptz as the wire writes it; the session's time zone is UTC (lib/db.server.ts). */
export function instant(column: Part): Part {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** The AvailableSlot of the contract, from a row `s` that carries `reason`. */
export function slotJson(s: Part): Part {
  return sql`json_build_object('id', ${s}.id, 'resource_id', ${s}.resource_id, 'schedule_id', ${s}.schedule_id,
    'starts_at', ${instant(sql`${s}.starts_at`)}, 'ends_at', ${instant(sql`${s}.ends_at`)}, 'capacity', ${s}.capacity,
    'remaining', greatest(${s}.capacity - ${s}.taken, 0), 'bookable', ${s}.reason is null, 'reason', ${s}.reason,
    'price_amount', ${s}.price_amount, 'currency', ${s}.currency)`;
}
