import sql, { raw, type Sql as Part } from "sql-template-tag";

/** One customer, and by what the other tables name them. */
export interface Person {
  tenant_id: string;
  customer_id: string;
  /** That one, and the records that were merged into it; their bookings are found by it. */
  customer_ids: string[];
  /** In small letters; none that is another customer's by now. */
  emails: string[];
  /** As they were typed and as E.164; none that another customer has too. */
  phones: string[];
  /** Only what was written by then counts as theirs by its address alone: it may be somebody else's by now. null: all. */
  until: string | null;
}

const UUID = "'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'";

export const inTenant = (person: Person, condition: Part): Part =>
  sql`t.tenant_id = ${person.tenant_id} and (${condition})`;
export const isOneOf = (column: string, values: string[]): Part =>
  sql`${raw(column)} = any(${values}::text[])`;
export const wasThen = (column: string, { until }: Person): Part =>
  until === null ? sql`true` : sql`${raw(column)} <= ${until}::timestamptz`;

/** The bookings themselves are never listed: there may be tens of thousands. */
const bookingsOf = ({ tenant_id, customer_ids }: Person): Part =>
  sql`select b.id from booking b where b.tenant_id = ${tenant_id} and b.customer_id = any(${customer_ids}::uuid[])`;
export const isBooking = (column: string, person: Person): Part =>
  sql`${raw(column)} in (${bookingsOf(person)})`;

/** For texts that name nobody else: addresses. */
export const holdsOneOf = (text: string, needles: string[]): Part =>
  needles.length === 0
    ? sql`false`
    : sql`exists (select 1 from unnest(${needles}::text[]) needle where strpos(lower(${raw(text)}), lower(needle)) > 0)`;

/** Every id in a text. */
export const idsIn = (text: string): Part =>
  sql`array(select distinct (m.found)[1]::uuid from regexp_matches(lower(${raw(text)}), ${raw(UUID)}, 'g') as m(found))`;

/** The ids of a text are read once and looked up, instead of seeking each booking's in each text. */
export const holdsRecord = (text: string, person: Person): Part =>
  sql`exists (select 1 from regexp_matches(lower(${raw(text)}), ${raw(UUID)}, 'g') as m(found)
    left join booking b on b.tenant_id = ${person.tenant_id} and b.id = (m.found)[1]::uuid
    where (m.found)[1]::uuid = any(${person.customer_ids}::uuid[]) or b.customer_id = any(${person.customer_ids}::uuid[]))`;

/** The events of their bookings, and those of others whose body names them. */
export const isEventOf = (alias: string, person: Person): Part =>
  sql`(${isBooking(`${alias}.booking_id`, person)} or ${raw(`${alias}.body`)} like any(${person.customer_ids.map((id) => `%${id}%`)}::text[]))`;

export const isMessageOf = (alias: string, person: Person): Part =>
  sql`(${isBooking(`${alias}.booking_id`, person)}
    or (${wasThen(`${alias}.created_at`, person)} and ${isOneOf(`lower(${alias}.recipient)`, [...person.emails, ...person.phones])})
    or exists (select 1 from event e where e.tenant_id = ${person.tenant_id} and e.id = ${raw(alias)}.event_id and ${isEventOf("e", person)}))`;
