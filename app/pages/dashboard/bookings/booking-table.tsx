import { memo, useState } from "react";
import { msg, plural, t } from "~/i18n/text";
import { Avatar } from "~/ui/avatar";
import { BookingLink } from "~/ui/booking/booking-link";
import { bookingSources } from "~/ui/booking/booking-lines";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Contact } from "~/ui/contact";
import { Icon } from "~/ui/icon";
import table from "~/ui/layout/table.module.css";
import { usePulse } from "~/ui/live/use-pulse";
import type { BookingColumn } from "./booking-columns";
import type { BookingRow, RowDay } from "./booking-rows";
import { BulkBar, BULK_FORM } from "./bulk";
import styles from "./booking-table.module.css";

/** All columns in order; named ones are optional. */
const COLUMNS: { label: string; width: string; name?: BookingColumn }[] = [
  { label: msg("When"), width: "when" },
  { label: msg("Guest"), width: "guest" },
  { label: msg("Contact"), width: "contact", name: "contact" },
  { label: msg("Service"), width: "service", name: "service" },
  { label: msg("With"), width: "with", name: "with" },
  { label: msg("People"), width: "people", name: "people" },
  { label: msg("Payment"), width: "payment", name: "price" },
  { label: msg("Status"), width: "status" },
  { label: msg("Reference"), width: "reference", name: "reference" },
  { label: msg("Source"), width: "source", name: "source" },
  { label: msg("Booked"), width: "source", name: "booked" },
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
 * Bookings as a table; two lines per booking on narrow screens, with the same markup. Roles are
 * explicit because block layout removes table semantics. Memoised, so the page rerendering (such as
 * an opening drawer) doesn't rerender it.
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
  const emails = new Set(
    days.flatMap(({ lines }) =>
      lines.flatMap(({ id, contact }) => (selected.includes(id) ? (contact?.email ?? []) : [])),
    ),
  );
  return (
    <>
      {selects && (
        <label className={styles.select}>
          <input type="checkbox" />
          {t("Select")}
        </label>
      )}
      <table
        role="table"
        ref={rows}
        className={`${table.table} ${styles.table} transition-opacity duration-120 group-data-loading/list:opacity-55 group-data-loading/list:delay-300`}
        aria-label={t("Bookings")}
        onChange={readSelected}
      >
        <thead role="rowgroup" className={`${table.head} ${styles.head}`}>
          <tr role="row">
            {selects && (
              <th role="columnheader" scope="col" data-width="tick">
                <input
                  type="checkbox"
                  form={BULK_FORM}
                  className="needs-script"
                  aria-label={t("Select all")}
                  onChange={(event) => selectAll(event.currentTarget.checked)}
                />
              </th>
            )}
            {shown.map(({ label, width }) => (
              <th key={label} role="columnheader" scope="col" data-width={width}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ date, label, lines }) => (
          <tbody key={date} role="rowgroup">
            {label !== null && (
              <tr role="row" className={styles.day}>
                <th role="rowheader" scope="rowgroup" colSpan={shown.length + (selects ? 1 : 0)}>
                  {label}
                </th>
              </tr>
            )}
            {lines.map((row) => (
              <Row key={row.id} row={row} seesContacts={seesContacts} selects={selects} />
            ))}
          </tbody>
        ))}
      </table>
      {selects && (
        <BulkBar selected={selected.length} emails={[...emails]} onClear={() => setSelected([])} />
      )}
    </>
  );
});

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
    <tr
      role="row"
      className={`${table.row} ${styles.row}`}
      data-over={OVER.has(row.status) || undefined}
      data-row={row.id}
    >
      {selects && (
        <td role="cell" className={styles.tick}>
          <label>
            <input type="checkbox" name="id" value={row.id} form={BULK_FORM} />
            <span className="hidden-text">
              {t("Select {{guest}}, {{time}}", {
                guest,
                time: [row.day, row.from].filter(Boolean).join(", "),
              })}
            </span>
          </label>
        </td>
      )}
      <td role="cell" className={styles.when}>
        <time dateTime={row.starts_at}>
          {row.day !== undefined && <span className={styles.date}>{row.day}</span>}
          <span className={styles.from}>{row.from}</span>{" "}
          <span className={styles.until}>– {row.until}</span>
        </time>
        {row.booked !== undefined && (
          <span className={styles.booked}>{t("booked {{booked}}", { booked: row.booked })}</span>
        )}
      </td>
      <td role="cell" className={styles.guest}>
        <span className={table.line}>
          <BookingLink id={row.id} className={`${table.name} ${styles.name}`}>
            <bdi>{guest}</bdi>
          </BookingLink>
          <GuestNotes row={row} />
        </span>
      </td>
      {contact !== undefined && (
        <td role="cell" className={styles.contact}>
          <Contact {...contact} isMasked={!seesContacts} />
        </td>
      )}
      {service !== undefined && (
        <td role="cell" className={styles.service}>
          {service}
        </td>
      )}
      {person !== undefined && (
        <td role="cell" className={styles.with}>
          <span className={table.line}>
            <Avatar name={person.name} index={person.place} />
            <span className={table.cut}>{person.name}</span>
          </span>
        </td>
      )}
      {people !== undefined && (
        <td role="cell" className={styles.people}>
          <span aria-hidden="true">{people}</span>
          <span className="hidden-text">
            {plural(people, "{{count}} person", "{{count}} people")}
          </span>
        </td>
      )}
      {payment !== undefined && (
        <td role="cell" className={styles.payment} data-kind={payment?.kind}>
          {payment?.kind === "paid" && <Icon name="check" size={16} />}
          {payment?.words}
        </td>
      )}
      <td role="cell" className={styles.status}>
        {/* The payment column shows what is paid, so a paid booking counts as confirmed here. */}
        <StatusBadge
          line={row.status === "paid" && payment ? { ...row, status: "confirmed" } : row}
        />
      </td>
      {row.reference !== undefined && (
        <td role="cell" className={styles.reference}>
          {row.reference}
        </td>
      )}
      {row.source !== undefined && (
        <td role="cell" className={styles.source}>
          {t(bookingSources[row.source])}
        </td>
      )}
      {row.booked_at !== undefined && (
        <td role="cell" className={styles.source}>
          {row.booked_at}
        </td>
      )}
    </tr>
  );
});

/** The guest's notes. A <details>, so it opens before JavaScript. */
function GuestNotes({ row: { guest, notes } }: { row: BookingRow }) {
  if (notes.length === 0) return null;
  return (
    <details className={styles.notes}>
      <summary title={t("Note")}>
        <Icon name="note" size={16} />
        <span className="hidden-text">{t("Note of {{guest}}", { guest })}</span>
      </summary>
      <dl>
        {notes.map(({ label, text }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
