import { memo, useState } from "react";
import { msg, plural, t } from "~/i18n/text";
import { Avatar } from "~/ui/avatar";
import { BookingLink } from "~/ui/booking/booking-link";
import { bookingSources } from "~/ui/booking/booking-lines";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Contact } from "~/ui/contact";
import { Icon } from "~/ui/icon";
import { FLOATING } from "~/ui/kit/menu";
import { ROW_LINK } from "~/ui/kit/row-link";
import { Cell, CellLine, Table, TableBody, TableHeadRow, TableRow } from "~/ui/kit/table";
import { usePulse } from "~/ui/live/use-pulse";
import type { BookingColumn } from "./booking-columns";
import type { BookingRow, RowDay } from "./booking-rows";
import { BulkBar, BULK_FORM } from "./bulk";
import styles from "./booking-table.module.css";

/** On narrow screens the least important columns are hidden. */
const FROM_2XL = "max-2xl:hidden";
const FROM_69 = "max-[69em]:hidden";

/** All columns in order; named ones are optional. */
const COLUMNS: { label: string; className?: string; align?: "end"; name?: BookingColumn }[] = [
  { label: msg("When"), className: "w-38" },
  { label: msg("Guest") },
  { label: msg("Contact"), className: `w-34 ${FROM_69}`, name: "contact" },
  { label: msg("Service"), name: "service" },
  { label: msg("With"), className: "w-20", name: "with" },
  { label: msg("People"), className: `w-16 ps-0 ${FROM_2XL}`, align: "end", name: "people" },
  { label: msg("Payment"), className: "w-29", align: "end", name: "price" },
  { label: msg("Status"), className: "w-35.5" },
  { label: msg("Reference"), className: "w-26", name: "reference" },
  { label: msg("Source"), className: "w-22", name: "source" },
  { label: msg("Booked"), className: "w-22", name: "booked" },
];

interface BookingTableProps {
  days: RowDay[];
  /** False if contact data is masked; then it isn't a link. */
  seesContacts: boolean;
  /** Whether rows can be selected for bulk actions. */
  selects: boolean;
  columns: readonly BookingColumn[];
}

/**
 * Bookings as a table; two lines per booking on narrow screens, with the same markup. Memoised, so
 * the page rerendering (such as an opening drawer) doesn't rerender it.
 */
export const BookingTable = memo(function BookingTable({
  days,
  seesContacts,
  selects,
  columns,
}: BookingTableProps) {
  const shown = COLUMNS.filter(({ name }) => name === undefined || columns.includes(name));
  const rows = usePulse<HTMLTableElement>(
    days.flatMap(({ lines }) => lines.map(({ id, version }) => [id, version])),
  );
  const [selected, setSelected] = useState<readonly string[]>([]);
  const boxes = () => [
    ...(rows.current?.querySelectorAll<HTMLInputElement>("tbody input[name=id]") ?? []),
  ];
  const readSelected = () =>
    setSelected(boxes().flatMap(({ checked, value }) => (checked ? value : [])));
  const selectAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    readSelected();
  };
  const heads = shown.map(({ label, ...column }) => ({ ...column, label: <>{t(label)}</> }));
  if (selects) heads.unshift({ label: <SelectAll onChange={selectAll} />, className: "w-8" });
  const emails = new Set(
    days.flatMap(({ lines }) =>
      lines.flatMap(({ id, contact }) => (selected.includes(id) ? (contact?.email ?? []) : [])),
    ),
  );
  return (
    <>
      {selects && (
        <label
          className={`hidden gap-2 items-center min-h-10 text-[0.9375rem] max-md:inline-flex ${styles.select}`}
        >
          <input type="checkbox" className="size-5 m-0" />
          {t("Select")}
        </label>
      )}
      <Table
        ref={rows}
        className="transition-opacity duration-120 group-data-loading/list:opacity-55 group-data-loading/list:delay-300"
        label={t("Bookings")}
        columns={heads}
        onChange={readSelected}
      >
        {days.map(({ date, label, lines }) => (
          <TableBody key={date}>
            {label !== null && <TableHeadRow span={heads.length}>{label}</TableHeadRow>}
            {lines.map((row) => (
              <Row key={row.id} row={row} seesContacts={seesContacts} selects={selects} />
            ))}
          </TableBody>
        ))}
      </Table>
      {selects && (
        <BulkBar selected={selected.length} emails={[...emails]} onClear={() => setSelected([])} />
      )}
    </>
  );
});

function SelectAll({ onChange }: { onChange: (checked: boolean) => void }) {
  return (
    <input
      type="checkbox"
      form={BULK_FORM}
      className="size-4 m-0 align-middle needs-script"
      aria-label={t("Select all")}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Statuses that no longer take a seat, shown struck through. */
const OVER = new Set(["cancelled", "refunded", "expired"]);

const Row = memo(function Row({
  row,
  selects,
  seesContacts,
}: {
  row: BookingRow;
  selects: boolean;
  seesContacts: boolean;
}) {
  const { guest, contact, service, with: person, people, payment } = row;
  return (
    <TableRow
      className={styles.row}
      data-over={OVER.has(row.status) || undefined}
      data-row={row.id}
    >
      {selects && (
        <Cell className={styles.tick}>
          <label>
            <input type="checkbox" name="id" value={row.id} form={BULK_FORM} />
            <span className="hidden-text">
              {t("Select {{guest}}, {{time}}", {
                guest,
                time: [row.day, row.from].filter(Boolean).join(", "),
              })}
            </span>
          </label>
        </Cell>
      )}
      <Cell className={styles.when}>
        <time dateTime={row.starts_at}>
          {row.day !== undefined && <span className={styles.date}>{row.day}</span>}
          <span className={styles.from}>{row.from}</span>{" "}
          <span className={styles.until}>– {row.until}</span>
        </time>
        {row.booked !== undefined && (
          <span className={styles.booked}>{t("booked {{booked}}", { booked: row.booked })}</span>
        )}
      </Cell>
      <Cell className={styles.guest}>
        <CellLine>
          <BookingLink id={row.id} className={`${ROW_LINK} truncate ${styles.name}`}>
            <bdi>{guest}</bdi>
          </BookingLink>
          <GuestNotes row={row} />
        </CellLine>
      </Cell>
      {contact !== undefined && (
        <Cell className={FROM_69}>
          <Contact {...contact} isMasked={!seesContacts} />
        </Cell>
      )}
      {service !== undefined && <Cell className={styles.service}>{service}</Cell>}
      {person !== undefined && (
        <Cell>
          <CellLine>
            <Avatar name={person.name} index={person.place} />
            <span className="truncate">{person.name}</span>
          </CellLine>
        </Cell>
      )}
      {people !== undefined && (
        <Cell className={`text-muted ${FROM_2XL}`} align="end">
          <span aria-hidden="true">{people}</span>
          <span className="hidden-text">
            {plural(people, "{{count}} person", "{{count}} people")}
          </span>
        </Cell>
      )}
      {payment !== undefined && (
        <Cell className={styles.payment} align="end" data-kind={payment?.kind}>
          {payment?.kind === "paid" && <Icon name="check" size={16} />}
          {payment?.words}
        </Cell>
      )}
      <Cell className={styles.status}>
        {/* The payment column shows what is paid, so a paid booking counts as confirmed here. */}
        <StatusBadge
          size="small"
          line={row.status === "paid" && payment ? { ...row, status: "confirmed" } : row}
        />
      </Cell>
      {row.reference !== undefined && <Cell className="text-[0.8125rem]">{row.reference}</Cell>}
      {row.source !== undefined && (
        <Cell className="text-muted">{t(bookingSources[row.source])}</Cell>
      )}
      {row.booked_at !== undefined && <Cell className="text-muted">{row.booked_at}</Cell>}
    </TableRow>
  );
});

/** The guest's notes. A <details>, so it opens before JavaScript. */
function GuestNotes({ row: { guest, notes } }: { row: BookingRow }) {
  if (notes.length === 0) return null;
  return (
    <details className="relative z-1 flex-none max-md:static">
      <summary
        className="grid place-items-center size-6 rounded-md text-muted cursor-pointer no-marker hover:text-text max-md:w-10 max-md:-my-2"
        title={t("Note")}
      >
        <Icon name="note" size={16} />
        <span className="hidden-text">{t("Note of {{guest}}", { guest })}</span>
      </summary>
      {/* On phones as wide as the row, so it doesn't overflow the screen next to a long name. */}
      <dl
        className={`${FLOATING} top-full inset-s-0 z-3 w-max max-w-80 m-0 p-3 text-[0.8125rem] whitespace-normal max-md:inset-e-0 max-md:w-auto max-md:max-w-none`}
      >
        {notes.map(({ label, text }, index) => (
          <div key={index}>
            <dt className="text-muted">{label}</dt>
            <dd className="m-0 mb-1 wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
