import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { PageHeader } from "~/ui/layout/page-header";
import styles from "./day-sheet.module.css";
import type { DaySheetView } from "./load.server";

interface SheetLine extends BookingLine {
  /** "1/2": its place in a visit; null: in none. */
  part: string | null;
  /** It is another resource's booking, which takes this one too. */
  is_need: boolean;
}

interface Sheet {
  id: string;
  resource: string | null;
  bookings: SheetLine[];
}

/** The sheets, and on screen their options and a link back. */
export function DaySheetPage(view: DaySheetView) {
  const { date, title, has_more, is_by_resource, sheets } = view;
  return (
    <div className="text-md print:text-[9pt] print:leading-[1.3]">
      <div className="no-print">
        <PageHeader
          up={{ to: `/dashboard/calendar?date=${date}`, name: t("Calendar") }}
          title={title}
        >
          <TextLink
            to={`/dashboard/calendar/sheet?date=${date}${is_by_resource ? "" : "&by=resource"}`}
            className="leading-10"
          >
            {is_by_resource ? t("All by time") : t("One page per person")}
          </TextLink>
          <Button icon="print" className="needs-script" onClick={() => window.print()}>
            {t("Print")}
          </Button>
        </PageHeader>
      </div>
      {sheets.length === 0 && <p>{t("No bookings on this day.")}</p>}
      {has_more && <p role="note">{t("Only the first bookings of this day are shown.")}</p>}
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
    <section
      className="mb-8 overflow-x-auto break-after-page last:break-after-auto [page:day-sheet] print:mb-0 print:overflow-visible"
      aria-label={resource ?? title}
      tabIndex={0}
    >
      {/* On screen the page's title has the date. */}
      <h2
        className={`${resource === null ? "hidden print:flex" : "flex"} justify-between m-0 mb-2 text-lg font-semibold`}
      >
        <span>
          {resource !== null && <bdi>{resource}</bdi>}
          {/* Each sheet prints on its own page. */}
          <span className="hidden print:inline"> {title}</span>
        </span>
        <span className="text-muted font-normal">{company}</span>
      </h2>
      {/* The same columns on every sheet. Roles are explicit because a phone's layout removes table semantics. */}
      <table role="table" className={styles.table}>
        <colgroup>
          <col className="w-9.5" />
          <col className="w-46 print:w-32" />
          <col className="w-[15%]" />
          {sees_contacts && <col className="w-36 print:w-27" />}
          <col className="w-[15%]" />
          {resource === null && <col className="w-[11%]" />}
          <col className="w-26 print:w-18" />
          <col />
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            <Head>
              <span className="hidden-text">{t("Arrived")}</span>
            </Head>
            <Head>{t("Time")}</Head>
            <Head>{t("Guest")}</Head>
            {sees_contacts && <Head>{t("Phone")}</Head>}
            <Head>{t("Service")}</Head>
            {resource === null && <Head>{t("With")}</Head>}
            <Head>{t("Due")}</Head>
            <Head>{t("Note")}</Head>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {bookings.map((booking) => (
            <tr key={booking.id} role="row" className={`break-inside-avoid ${styles.row}`}>
              <Cell part="tick">
                <span className="inline-grid place-items-center size-4.5 border-[1.5px] border-faint rounded-sm font-semibold leading-none">
                  {booking.arrived !== null && "✓"}
                </span>
              </Cell>
              <Cell part="time">{booking.time}</Cell>
              <Cell part="guest">
                <bdi>{booking.customer.name}</bdi>
                {booking.party_size > 1 && ` +${booking.party_size - 1}`}
              </Cell>
              {sees_contacts && (
                <Cell part="phone">
                  <bdi dir="ltr">{booking.customer.phone}</bdi>
                </Cell>
              )}
              <Cell part="service">
                {[booking.service, booking.part].filter(Boolean).join(" · ")}
                <BookedBesides booking={booking} />
                {booking.location !== null && (
                  <div className="text-muted">
                    <bdi>{booking.location.text}</bdi>
                  </div>
                )}
              </Cell>
              {resource === null && (
                <Cell part="with">
                  <bdi>{booking.resource}</bdi>
                </Cell>
              )}
              <Cell part="due">{booking.owes ? booking.balance.due : booking.paid}</Cell>
              <Cell part="note">
                {[booking.party, booking.addons.join(", "), booking.notes]
                  .filter(Boolean)
                  .join(" · ")}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The rooms that a booking takes, or on a room's sheet the person it is booked with. */
function BookedBesides({ booking: { needs, resource, is_need } }: { booking: SheetLine }) {
  const words = is_need ? [resource] : needs;
  if (words.length === 0) return null;
  return (
    <div className="text-muted">
      <bdi>{words.join(", ")}</bdi>
    </div>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <th role="columnheader" scope="col" className={styles.head}>
    {children}
  </th>
);

/** `part`: its class, which has its place in a phone's grid. */
function Cell({ part, children }: { part: keyof typeof styles; children: ReactNode }) {
  return (
    <td role="cell" className={`${styles.cell} ${styles[part]}`}>
      {children}
    </td>
  );
}
