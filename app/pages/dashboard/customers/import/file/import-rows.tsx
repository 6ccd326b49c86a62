import { Link } from "@remix-run/react";
import { pageLocale, plural, t } from "~/i18n/text";
import { Cell, Table, TableBody, TableRow } from "~/ui/kit/table";
import { Pager } from "~/ui/layout/pager";
import { type Tab, Tabs } from "~/ui/layout/tabs";
import { countRepeated } from "./count-repeated";
import { FIELD_WORDS, problemWords, stayWords } from "./import-words";
import type { ImportView } from "./load.server";

type Kind = NonNullable<ImportView["kind"]>;

/**
 * The rows that need attention, a page at a time: problems, customers who exist, those who stay. Of
 * bookings also the others, to check how their times are read.
 */
export function ImportRows({ view }: { view: ImportView }) {
  const { kind, rows, path, next, is_later_page } = view;
  if (kind === null) return null;
  const to = (change: Record<string, string>) =>
    `${path}?${new URLSearchParams({ show: kind, ...change })}`;
  return (
    <section aria-label={t("Rows")}>
      <Tabs label={t("Rows")} tabs={tabsOf(view, kind)} />
      <RowTable kind={kind} rows={rows} isBookings={view.file_kind === "bookings"} />
      <Pager
        count={plural(rows.length, "{{count}} row on this page", "{{count}} rows on this page")}
        first={is_later_page ? to({}) : null}
        next={next === null ? null : to({ after: String(next) })}
      />
    </section>
  );
}

function tabsOf(view: ImportView, current: Kind): Tab[] {
  const { counts, path, state } = view;
  const isUndone = state === "undone" || state === "undoing";
  const { status, outcome, undone } = counts;
  const kinds: [kind: Kind, label: string, count: number][] = [
    ["stays", t("Not removed"), undone.booked + undone.changed],
    ["refused", t("Refused"), outcome.refused],
    ["problem", t("Problems"), status.problem],
    ["existing", t("Already there"), status.existing],
    [
      "repeated",
      view.file_kind === "bookings" ? t("Already there or repeated") : t("Repeated in the file"),
      countRepeated(counts),
    ],
    ["upcoming", t("Upcoming"), isUndone ? 0 : status.upcoming],
    ["past", t("Past"), isUndone ? 0 : status.past],
  ];
  return kinds
    .filter(([, , count]) => count > 0)
    .map(([kind, label, count]) => ({
      to: `${path}?show=${kind}`,
      label: `${label} · ${count.toLocaleString(pageLocale())}`,
      is_current: kind === current,
    }));
}

const ON_PHONES = "max-md:grid-cols-[4rem_minmax(0,1fr)] max-md:h-auto max-md:gap-x-3";

type Row = ImportView["rows"][number];

interface RowTableProps {
  kind: Kind;
  rows: readonly Row[];
  isBookings: boolean;
}

function RowTable({ kind, rows, isBookings }: RowTableProps) {
  const isProblem = kind === "problem";
  return (
    <Table
      label={t("Rows")}
      columns={[
        { label: t("Row"), className: "w-20", align: "end" },
        ...(isProblem
          ? [
              { label: t("Field"), className: "w-32 md:ps-6" },
              { label: t("Problem") },
              { label: t("In the file") },
            ]
          : [
              { label: t("Name"), className: "md:ps-6" },
              ...(isBookings ? [{ label: t("Start"), className: "w-44" }] : []),
              { label: t("About") },
            ]),
      ]}
    >
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.number} data-row={row.number} className={ON_PHONES}>
            <Cell
              align="end"
              className="text-muted tabular-nums"
              phone="max-md:col-1 max-md:row-1 max-md:text-start"
            >
              {row.number}
            </Cell>
            {isProblem ? (
              <ProblemCells row={row} />
            ) : isBookings ? (
              <BookingCells kind={kind} row={row} />
            ) : (
              <CustomerCells kind={kind} row={row} />
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ProblemCells({ row: { problem } }: { row: Row }) {
  if (problem === null) return null;
  return (
    <>
      <Cell className="md:ps-6" phone="max-md:col-2 max-md:row-1">
        {t(FIELD_WORDS[problem.field])}
      </Cell>
      <Cell className="text-bad" phone="max-md:col-2 max-md:row-2 max-md:whitespace-normal">
        {problemWords(problem)}
      </Cell>
      <Cell phone="max-md:col-2 max-md:row-3">
        <bdi title={problem.value}>{problem.value}</bdi>
      </Cell>
    </>
  );
}

function BookingCells({ kind, row }: { kind: Kind; row: Row }) {
  const { name, when, booking_id, booked, problem } = row;
  const linked =
    kind === "stays" ? stayWords(row) : kind === "past" || kind === "upcoming" ? booked : "";
  return (
    <>
      <Cell className="md:ps-6" phone="max-md:col-2 max-md:row-1">
        <bdi>{name}</bdi>
      </Cell>
      <Cell phone="max-md:col-2 max-md:row-2">{when}</Cell>
      <Cell phone="max-md:col-2 max-md:row-3 max-md:whitespace-normal">
        {kind === "refused" && problem !== null && (
          <span className="text-bad">{problemWords(problem)}</span>
        )}
        {kind === "repeated" && repeatedWords(row)}
        {linked && booking_id !== null ? (
          <Link to={`/dashboard/bookings/${booking_id}`} className="text-accent-text">
            {linked}
          </Link>
        ) : (
          <bdi>{linked}</bdi>
        )}
      </Cell>
    </>
  );
}

const repeatedWords = ({ same_number }: Row): string =>
  same_number === null
    ? t("Already there")
    : t("Same booking as row {{row}}", { row: same_number });

function CustomerCells({ kind, row }: { kind: Kind; row: Row }) {
  const { name, customer_id, customer_name, same_number } = row;
  return (
    <>
      <Cell className="md:ps-6" phone="max-md:col-2 max-md:row-1">
        <bdi>{name}</bdi>
      </Cell>
      <Cell phone="max-md:col-2 max-md:row-2">
        {kind === "repeated" && same_number !== null
          ? t("Same person as row {{row}}", { row: same_number })
          : customer_id !== null && (
              <Link to={`/dashboard/customers/${customer_id}`} className="text-accent-text">
                <bdi>{customer_name}</bdi>
              </Link>
            )}
        {kind === "stays" && <span className="text-muted"> · {stayWords(row)}</span>}
      </Cell>
    </>
  );
}
