import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { Icon } from "~/ui/icon";
import buttons from "~/ui/kit/button.module.css";
import styles from "./day-sheet.module.css";

/** A printable day. */
export interface DaySheetView {
  date: string;
  title: string;
  company: string;
  has_more: boolean;
  sees_contacts: boolean;
  is_by_resource: boolean;
  /** One sheet for the day (resource null), or one per resource. */
  sheets: Sheet[];
}

interface Sheet {
  id: string;
  resource: string | null;
  bookings: BookingLine[];
}

/** The sheets, and on screen their options and a link back. */
export function DaySheetPage(view: DaySheetView) {
  const { date, title, has_more, is_by_resource, sheets } = view;
  return (
    <div className={styles.sheets}>
      <div className={`${styles.tools} no-print`}>
        <Link to={`/dashboard/calendar?date=${date}`}>{t("Back to the calendar")}</Link>
        <span className={styles.space} />
        <Link to={`/dashboard/calendar/sheet?date=${date}${is_by_resource ? "" : "&by=resource"}`}>
          {is_by_resource ? t("All by time") : t("One page per person")}
        </Link>
        <button
          type="button"
          className={`${buttons.button} needs-script`}
          onClick={() => window.print()}
        >
          <Icon name="print" size={18} />
          {t("Print")}
        </button>
      </div>
      <h1 className={styles.title}>{title}</h1>
      {sheets.length === 0 && <p>{t("No bookings on this day.")}</p>}
      {has_more && <p role="note">{t("These are the first bookings of a day that has more.")}</p>}
      {sheets.map((sheet) => (
        <SheetOfDay key={sheet.id} sheet={sheet} view={view} />
      ))}
    </div>
  );
}

/** A printed page: guests by time, with checkboxes. */
function SheetOfDay({ sheet, view }: { sheet: Sheet; view: DaySheetView }) {
  const { resource, bookings } = sheet;
  const { title, company, sees_contacts } = view;
  return (
    // Focusable, so it can be scrolled by keyboard on narrow screens.
    <section className={styles.sheet} aria-label={resource ?? title} tabIndex={0}>
      <h2 data-day={resource === null || undefined}>
        <span>
          {resource !== null && <bdi>{resource}</bdi>}
          {/* Each sheet prints on its own page. */}
          <span className={styles.day}> {title}</span>
        </span>
        <span className={styles.company}>{company}</span>
      </h2>
      <table className={styles.table}>
        <colgroup>
          <col className={styles.tick} />
          <col className={styles.when} />
          <col className={styles.who} />
          {sees_contacts && <col className={styles.phone} />}
          <col className={styles.what} />
          {resource === null && <col className={styles.person} />}
          <col className={styles.due} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{t("Arrived")}</span>
            </th>
            <th scope="col">{t("Time")}</th>
            <th scope="col">{t("Guest")}</th>
            {sees_contacts && <th scope="col">{t("Phone")}</th>}
            <th scope="col">{t("Service")}</th>
            {resource === null && <th scope="col">{t("With")}</th>}
            <th scope="col">{t("Due")}</th>
            <th scope="col">{t("Note")}</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.id}>
              <td>
                <span className={styles.box} data-ticked={booking.arrived !== null || undefined} />
              </td>
              <td className={styles.time}>{booking.time}</td>
              <td>
                <bdi>{booking.customer.name}</bdi>
                {booking.party_size > 1 && ` +${booking.party_size - 1}`}
              </td>
              {sees_contacts && (
                <td className={styles.number}>
                  <bdi dir="ltr">{booking.customer.phone}</bdi>
                </td>
              )}
              <td>
                {booking.service}
                {booking.location !== null && (
                  <div className={styles.place}>
                    <bdi>{booking.location.text}</bdi>
                  </div>
                )}
              </td>
              {resource === null && (
                <td>
                  <bdi>{booking.resource}</bdi>
                </td>
              )}
              <td className={styles.number}>{booking.owes ? booking.balance.due : booking.paid}</td>
              <td className={styles.notes}>{booking.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
