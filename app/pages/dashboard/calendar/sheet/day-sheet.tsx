import { t } from "~/i18n/text";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { TextLink } from "~/ui/kit/link";
import styles from "./day-sheet.module.css";

/** A day on paper. */
export interface DaySheetView {
  date: string;
  title: string;
  company: string;
  has_more: boolean;
  sees_contacts: boolean;
  sheets: { id: string; resource: string; bookings: BookingLine[] }[];
}

/** The sheets, with the way back that no paper needs. */
export function DaySheetPage({ date, ...sheets }: DaySheetView) {
  return (
    <>
      <p className="no-print">
        <TextLink to={`/dashboard/calendar?date=${date}`}>{t("Back to the calendar")}</TextLink>
      </p>
      <DaySheet {...sheets} />
    </>
  );
}

/** A day on paper: a page for each resource, with a box to tick for each guest. */
function DaySheet({ title, company, has_more, sees_contacts, sheets }: Omit<DaySheetView, "date">) {
  return (
    <div className={styles.sheets}>
      <h1 className={styles.title}>{title}</h1>
      {sheets.length === 0 && <p>{t("No bookings on this day.")}</p>}
      {has_more && <p role="note">{t("These are the first bookings of a day that has more.")}</p>}
      {sheets.map(({ id, resource, bookings }) => (
        // On a narrow screen it scrolls sideways, also by keyboard.
        <section key={id} className={styles.sheet} aria-label={resource} tabIndex={0}>
          <h2>
            <span>
              <bdi>{resource}</bdi>
              {/* On paper each sheet is a page of its own. */}
              <span className={styles.day}> · {title}</span>
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
              <col className={styles.party} />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span className={styles.hidden}>{t("Came")}</span>
                </th>
                <th scope="col">{t("Time")}</th>
                <th scope="col">{t("Guest")}</th>
                {sees_contacts && <th scope="col">{t("Telephone")}</th>}
                <th scope="col">{t("Service")}</th>
                <th scope="col">{t("Party")}</th>
                <th scope="col">{t("Notes")}</th>
              </tr>
            </thead>
            <tbody>
              {bookings.map((booking) => (
                <tr key={booking.id}>
                  <td>
                    <span className={styles.box} />
                  </td>
                  <td className={styles.time}>{booking.time}</td>
                  <td>
                    <bdi>{booking.customer.name}</bdi>
                  </td>
                  {sees_contacts && <td className={styles.number}>{booking.customer.phone}</td>}
                  <td>{booking.service}</td>
                  <td>{booking.party_size}</td>
                  <td className={styles.notes}>{booking.notes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
