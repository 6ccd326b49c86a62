import sql, { raw, type Sql as Part } from "sql-template-tag";

/** A customer, with the identifiers that other tables may contain. */
export interface Person {
  tenant_id: string;
  customer_id: string;
  /** The customer, and the records merged into it; bookings refer to one of them. */
  customer_ids: string[];
  /** Lowercase; excludes addresses that belong to another customer now. */
  emails: string[];
  /** As typed and as E.164; excludes numbers that another customer has too. */
  phones: string[];
  /**
   * A match by address alone counts only for rows written by then, since the address may have
   * changed hands. null: no limit.
   */
  until: string | null;
}

const UUID = "'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'";

export const inTenant = (person: Person, condition: Part): Part =>
  sql`t.tenant_id = ${person.tenant_id} and (${condition})`;
export const isOneOf = (column: string, values: string[]): Part =>
  sql`${raw(column)} = any(${values}::text[])`;
export const wasThen = (column: string, { until }: Person): Part =>
  until === null ? sql`true` : sql`${raw(column)} <= ${until}::timestamptz`;

/** A sub-query rather than a list: there may be tens of thousands of bookings. */
const bookingsOf = ({ tenant_id, customer_ids }: Person): Part =>
  sql`select b.id from booking b where b.tenant_id = ${tenant_id} and b.customer_id = any(${customer_ids}::uuid[])`;
export const isBooking = (column: string, person: Person): Part =>
  sql`${raw(column)} in (${bookingsOf(person)})`;

/** For texts that cannot name anybody else: addresses. */
export const holdsOneOf = (text: string, needles: string[]): Part =>
  needles.length === 0
    ? sql`false`
    : sql`exists (select 1 from unnest(${needles}::text[]) needle where strpos(lower(${raw(text)}), lower(needle)) > 0)`;

/** Every id in a text. */
export const idsIn = (text: string): Part =>
  sql`array(select distinct (m.found)[1]::uuid from regexp_matches(lower(${raw(text)}), ${raw(UUID)}, 'g') as m(found))`;

/**
 * Extracts the text's ids once and looks them up, instead of searching each text for each booking's
 * id.
 */
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
