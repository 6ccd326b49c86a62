import type { Readable } from "node:stream";
import { API_VERSION } from "~/contract/version";
import type { CsvColumn } from "~/lib/csv";
import { csvText } from "~/lib/csv-text.server";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { auditRow } from "../audit/write-audit.server";
import { type BookingRow, toBooking } from "../bookings/read/booking-row";
import { bookingColumns } from "../bookings/read/export-bookings.server";
import { customerColumns, type CustomerRow, toCustomer } from "../customers/customer-row";
import type { StaffActor, Tenant } from "../identity/actor";
import { readPages, readTenant, type Row } from "./tenant-rows.sql.server";
import { type TenantTable, tenantTables } from "./tenant-tables.sql.server";
import { type ArchiveFile, zipStream } from "./zip.server";

/**
 * Tables that are not the tenant's records: sign-ins and codes, stored answers, visitors' holds,
 * seats and minutes (derived from bookings and blocks), and copies of members' own calendars.
 */
const LEFT_OUT = [
  "busy",
  "session",
  "verification_code",
  "verification_token",
  "idempotency_key",
  "mail_usage",
  "hold",
  "claim",
  "resource_day",
];
const SECRET = /secret|token|hash|hmac|cipher|sealed|password|verifier|cursor/;

/**
 * The tables of an export with their exported columns: nothing binary, nothing secret or derived
 * from a secret.
 */
export async function exportedTables(): Promise<TenantTable[]> {
  const tables = (await tenantTables(pool)).filter((table) => !LEFT_OUT.includes(table.name));
  return tables.map((table) => ({
    ...table,
    columns: table.columns.filter((column) => column.type !== "bytea" && !SECRET.test(column.name)),
  }));
}

/**
 * All of the tenant's data as a zip archive: a JSON file for each kind of record, a CSV for
 * bookings and customers. Read in pages, each a separate snapshot. Recorded in the audit log.
 */
export async function exportAccount(
  actor: StaffActor,
): Promise<{ file_name: string; stream: Readable }> {
  const tenantId = actor.tenant.id;
  const tables = await exportedTables();
  await prisma.auditRow.create({
    data: auditRow(actor, { action: "account.exported", entity: "tenant", entity_id: tenantId }),
  });
  const now = toRfc3339(clock.now());
  const files: ArchiveFile[] = [
    { name: "tenant.json", text: () => jsonArray(readTenant(tenantId)) },
    ...tables.map((table) => ({
      name: `${table.name}.json`,
      text: () => jsonArray(readPages(table, tenantId)),
    })),
    csvFile(tables, "booking", bookingColumns, actor.tenant, (row: BookingRow) =>
      toBooking(row, true),
    ),
    csvFile(tables, "customer", customerColumns, actor.tenant, (row: CustomerRow) =>
      toCustomer(row, true),
    ),
  ];
  const manifest = {
    tenant_id: tenantId,
    exported_at: now,
    api_version: API_VERSION,
    files: files.map(({ name }) => name),
  };
  const first = { name: "manifest.json", text: () => once(JSON.stringify(manifest, null, 2)) };
  return {
    file_name: `${actor.tenant.slug}-${now.slice(0, 10)}.zip`,
    stream: zipStream([first, ...files]),
  };
}

async function* once(text: string) {
  yield text;
}

/** A JSON array with one row per line. */
async function* jsonArray(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

function csvFile<Stored, T>(
  tables: TenantTable[],
  name: string,
  columns: readonly CsvColumn<T>[],
  tenant: Tenant,
  present: (row: Stored) => T,
): ArchiveFile {
  const table = tables.find((candidate) => candidate.name === name)!; // both tables are in the schema
  return {
    name: `${name}.csv`,
    text: () => csvText(columns, presented(readPages(table, tenant.id), present), tenant.time_zone),
  };
}

async function* presented<Stored, T>(pages: AsyncIterable<Row[]>, present: (row: Stored) => T) {
  for await (const rows of pages) yield rows.map((row) => present(row as Stored));
}
