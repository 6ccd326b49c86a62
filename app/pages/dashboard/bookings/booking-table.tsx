import type { Booking } from "~/contract/bookings";
import { t } from "~/i18n/text";
import { Icon, type IconName } from "~/ui/icon";
import type { BookingColumn } from "./booking-columns";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingDay, BookingLine } from "~/ui/booking/booking-lines";
import { usePulse } from "~/ui/live/use-pulse";
import styles from "./booking-table.module.css";
import { StatusBadge } from "~/ui/booking/status-badge";

const SOURCES: Record<Booking["source"], { label: string; icon: IconName }> = {
  dashboard: { label: "Dashboard", icon: "screen" },
  widget: { label: "Widget", icon: "bolt" },
  api: { label: "API", icon: "code" },
  test: { label: "Test", icon: "info" },
};
/** All columns in order; those with a name can be left out. */
const COLUMNS: { label: string; name?: BookingColumn }[] = [
  { label: "When" },
  { label: "Guest" },
  { label: "Service", name: "service" },
  { label: "People", name: "people" },
  { label: "Price", name: "price" },
  { label: "Status" },
  { label: "Reference", name: "reference" },
  { label: "Source", name: "source" },
];

/** The form that the ticks belong to, wherever it is on the page. */
export const BULK_FORM = "bulk";

interface BookingTableProps {
  days: BookingDay[];
  /** False where contact data is masked: then it is no link. */
  seesContacts: boolean;
  /** Shows when each was booked, for the order that goes by it. */
  showsBooked: boolean;
  /** Whether rows can be ticked, to change several at once. */
  ticks: boolean;
  columns: readonly BookingColumn[];
}

/**
 * The bookings: a table, on a narrow screen one card each. It is the same markup for both, and the roles are written out because a
 * table whose parts are laid out as blocks is no longer announced as one.
 */
export function BookingTable({ days, seesContacts, showsBooked, ticks, columns }: BookingTableProps) {
  const shown = COLUMNS.filter(({ name }) => name === undefined || columns.includes(name));
  const rows = usePulse<HTMLTableElement>(days.flatMap(({ lines }) => lines.map(({ id, version }) => [id, version])));
  return (
    <table role="table" ref={rows} className={styles.table} aria-label={t("Bookings")}>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {ticks && (
            <th role="columnheader" scope="col">
              <span className="hidden-text">{t("Tick")}</span>
            </th>
          )}
          {shown.map(({ label }) => (
            <th key={label} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {days.map(({ date, label, lines }) => (
        <tbody key={date} role="rowgroup">
          {label !== null && (
            <tr role="row" className={styles.day}>
              <th role="rowheader" scope="rowgroup" colSpan={shown.length + (ticks ? 1 : 0)}>
                {label}
              </th>
            </tr>
          )}
          {lines.map((line) => (
            <Row
              key={line.id}
              line={line}
              showsDay={label === null}
              {...{ seesContacts, showsBooked, ticks, columns }}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps extends Omit<BookingTableProps, "days"> {
  line: BookingLine;
  showsDay: boolean;
}

function Row({ line, showsDay, showsBooked, seesContacts, ticks, columns }: RowProps) {
  const source = SOURCES[line.source];
  return (
    <tr role="row" className={styles.row} data-over={OVER.has(line.status) || undefined} data-row={line.id}>
      {ticks && (
        <td role="cell" className={styles.tick}>
          <label>
            <input type="checkbox" name="id" value={line.id} form={BULK_FORM} />
            <span className="hidden-text">
              {t("Tick")} <bdi>{line.customer.name}</bdi>, {line.day}, {line.time}
            </span>
          </label>
        </td>
      )}
      <td role="cell" className={styles.when}>
        <time dateTime={line.starts_at}>
          {showsDay && <span className={styles.date}>{line.day}</span>}
          <span className={styles.time}>{line.time}</span>
        </time>
        {showsBooked && <span className={styles.booked}>{t("booked {booked}", { booked: line.booked })}</span>}
      </td>
      <td role="cell" className={styles.guest}>
        <BookingLink id={line.id} className={styles.name}>
          <bdi>{line.customer.name}</bdi>
        </BookingLink>
        <Contacts customer={line.customer} asLinks={seesContacts} />
        <GuestNotes line={line} />
      </td>
      {columns.includes("service") && (
        <td role="cell" className={styles.resource}>
          {line.service !== null && <span className={styles.service}>{line.service}</span>}
          <span className={line.service === null ? styles.service : styles.with}>{line.resource}</span>
        </td>
      )}
      {columns.includes("people") && (
        <td role="cell" className={styles.people}>
          <Icon name="people" size={16} />
          {line.party_size}
          <span className={styles.unit}>{line.party_size === 1 ? "person" : "people"}</span>
        </td>
      )}
      {columns.includes("price") && (
        <td role="cell" className={styles.price}>
          {line.price !== null && <span>{line.price}</span>}
          {line.price !== null && line.paid !== "" && <span className={styles.paid}>{line.paid}</span>}
        </td>
      )}
      <td role="cell" className={styles.status}>
        <StatusBadge line={line} />
      </td>
      {columns.includes("reference") && (
        <td role="cell" className={styles.reference}>
          {line.reference}
        </td>
      )}
      {columns.includes("source") && (
        <td role="cell" className={styles.source}>
          <span title={source.label}>
            <Icon name={source.icon} size={16} />
            <span className={styles.word}>{source.label}</span>
          </span>
        </td>
      )}
    </tr>
  );
}

/** What the guest wrote with the booking. A <details>, so it opens before JavaScript has loaded. */
function GuestNotes({ line: { customer, notes, answers } }: { line: BookingLine }) {
  if (notes === null && answers.length === 0) return null;
  return (
    <details className={styles.guestNotes}>
      <summary>
        {answers.length === 0 ? t("Note") : notes === null ? t("Answers") : t("Note and answers")}
        <span className="hidden-text">
          {" "}
          {t("of")} <bdi>{customer.name}</bdi>
        </span>
      </summary>
      <dl>
        {notes !== null && (
          <div>
            <dt>{t("Note")}</dt>
            <dd>{notes}</dd>
          </div>
        )}
        {answers.map(({ label, text }, index) => (
          <div key={index}>
            <dt>{label || t("A question that has changed since")}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Bookings that no longer take a seat: shown struck through. */
const OVER = new Set(["cancelled", "refunded", "expired"]);

function Contacts({ customer: { email, phone }, asLinks }: { customer: Booking["customer"]; asLinks: boolean }) {
  return (
    <span className={styles.contacts}>
      {email !== null && (asLinks ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>)}
      {phone !== null && (asLinks ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : <span>{phone}</span>)}
    </span>
  );
}
