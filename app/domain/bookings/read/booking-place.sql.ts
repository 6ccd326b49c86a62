import sql, { raw, type Sql as Part } from "sql-template-tag";

/**
 * The Place of the schedule with this alias, null if it has none; includes the company's address
 * when the service takes place there.
 */
const placeIn = (
  schedule: string,
  address: string,
  meeting: string,
): string => `case when ${schedule}.location is not null then jsonb_build_object(
  'kind', ${schedule}.location ->> 'kind', 'text', ${schedule}.location ->> 'text',
  'address', case ${schedule}.location ->> 'kind' when 'here' then ${address} end,
  'meeting_url', case ${schedule}.location ->> 'kind' when 'online_meeting' then ${meeting} end) end`;

const addressOf = (schedule: string): string =>
  `(select place_tenant.address from tenant place_tenant where place_tenant.id = ${schedule}.tenant_id)`;

/** For a schedule `sc`. */
export const PLACE_OF_SCHEDULE = raw(placeIn("sc", addressOf("sc"), "null::text"));

/**
 * For a booking `b` joined with its schedule `sc` and tenant `t`: a sub-query must not read the
 * tenant next to a CTE.
 */
export const PLACE_OF_JOINED = raw(placeIn("sc", "t.address", "b.meeting_url"));

/** The column `place` for a booking `b`, from the present settings of its schedule. */
export const placeOf = (tenantId: string): Part => sql`(
  select ${raw(placeIn("place_schedule", addressOf("place_schedule"), "b.meeting_url"))} from schedule place_schedule
  where place_schedule.tenant_id = ${tenantId} and place_schedule.id = b.schedule_id) as place`;
