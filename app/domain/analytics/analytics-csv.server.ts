import type { Analytics, AnalyticsPoint, AnalyticsQuery } from "~/contract/analytics";
import { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import type { CsvColumn } from "~/lib/csv";
import { hasRole, type StaffActor } from "../identity/actor";
import { readAnalytics } from "./read-analytics.server";

/** The series as a file's columns and rows. Throws forbidden_role: only admins export. */
export async function exportAnalytics(actor: StaffActor, query: AnalyticsQuery) {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can export figures.");
  const analytics = await readAnalytics(actor, query);
  return { columns: columnsOf(analytics), rows: analytics.series };
}

/** The columns of the file, in order; one set per currency that occurs. */
function columnsOf({ money }: Analytics): CsvColumn<AnalyticsPoint>[] {
  const amount = (
    point: AnalyticsPoint,
    currency: string,
    name: "gross" | "refunds" | "net" | "owed" | "deposits" | "fees",
  ) => point.money.find((one) => one.currency === currency)?.[name] ?? 0;
  return [
    { name: "date", value: (point) => point.date },
    { name: "bookings_total", value: (point) => point.bookings_total },
    ...BookingStatus.options.map((status) => ({
      name: status,
      value: (point: AnalyticsPoint) => point.by_status[status],
    })),
    { name: "party_total", value: (point) => point.party_total },
    { name: "utilisation", value: (point) => point.utilisation },
    ...money.flatMap(({ currency }) =>
      (["gross", "refunds", "net"] as const).map((name) => ({
        name: `${name}_${currency}`,
        value: (point: AnalyticsPoint) => amount(point, currency, name),
      })),
    ),
    ...money.map(({ currency }) => ({
      name: `owed_${currency}`,
      value: (point: AnalyticsPoint) => amount(point, currency, "owed"),
    })),
    ...money.map(({ currency }) => ({
      name: `deposits_${currency}`,
      value: (point: AnalyticsPoint) => amount(point, currency, "deposits"),
    })),
    ...money.map(({ currency }) => ({
      name: `fees_${currency}`,
      value: (point: AnalyticsPoint) => amount(point, currency, "fees"),
    })),
  ];
}
