import sql, { raw, type Sql as Part } from "sql-template-tag";

/** What the schedule of this alias says of its place (Place), null where it says nothing; with the company's address where it is there. */
const placeIn = (
  schedule: string,
  address: string,
): string => `case when ${schedule}.location is not null then jsonb_build_object(
  'kind', ${schedule}.location ->> 'kind', 'text', ${schedule}.location ->> 'text',
  'address', case ${schedule}.location ->> 'kind' when 'here' then ${address} end) end`;

const addressOf = (schedule: string): string =>
  `(select place_tenant.address from tenant place_tenant where place_tenant.id = ${schedule}.tenant_id)`;

/** Of the schedule `sc`. */
export const PLACE_OF_SCHEDULE = raw(placeIn("sc", addressOf("sc")));

/** Of the schedule `sc` of the tenant `t`, where both are joined: no sub-query may read a company beside a CTE. */
export const PLACE_OF_JOINED = raw(placeIn("sc", "t.address"));

/** Of the booking `b`, as a column `place` beside its own: that of its schedule now. */
export const placeOf = (tenantId: string): Part => sql`(
  select ${raw(placeIn("place_schedule", addressOf("place_schedule")))} from schedule place_schedule
  where place_schedule.tenant_id = ${tenantId} and place_schedule.id = b.schedule_id) as place`;
