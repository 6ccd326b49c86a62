import { t } from "~/i18n/text";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import type { DaySheetView } from "./load.server";

interface Sheet {
  id: string;
  resource: string | null;
  bookings: BookingLine[];
}

/** The sheets, and on screen their options and a link back. */
export function DaySheetPage(view: DaySheetView) {
  const { date, title, has_more, is_by_resource, sheets } = view;
  return (
    <div className="text-md print:text-[9pt] print:leading-[1.3]">
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center mb-4 no-print">
        <TextLink to={`/dashboard/calendar?date=${date}`} className="me-auto leading-10">
          {t("Back to the calendar")}
        </TextLink>
        <TextLink
          to={`/dashboard/calendar/sheet?date=${date}${is_by_resource ? "" : "&by=resource"}`}
        >
          {is_by_resource ? t("All by time") : t("One page per person")}
        </TextLink>
        <Button icon="print" className="needs-script" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      </div>
      <h1 className="m-0 mb-4 text-xl font-semibold print:hidden">{title}</h1>
      {sheets.length === 0 && <p>{t("No bookings on this day.")}</p>}
      {has_more && <p role="note">{t("Only the first bookings of this day are shown.")}</p>}
      {sheets.map((sheet) => (
        <SheetOfDay key={sheet.id} sheet={sheet} view={view} />
      ))}
    </div>
  );
}

const CELL = "px-2.5 py-2 border-b border-line text-start align-top print:px-1";
const HEAD = `${CELL} text-muted text-sm font-semibold`;

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
      {/* The same columns on every sheet; scrolls on narrow screens. */}
      <table className="w-full min-w-216 border-collapse table-fixed wrap-anywhere print:min-w-0">
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
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              <span className="hidden-text">{t("Arrived")}</span>
            </th>
            <th scope="col" className={HEAD}>
              {t("Time")}
            </th>
            <th scope="col" className={HEAD}>
              {t("Guest")}
            </th>
            {sees_contacts && (
              <th scope="col" className={HEAD}>
                {t("Phone")}
              </th>
            )}
            <th scope="col" className={HEAD}>
              {t("Service")}
            </th>
            {resource === null && (
              <th scope="col" className={HEAD}>
                {t("With")}
              </th>
            )}
            <th scope="col" className={HEAD}>
              {t("Due")}
            </th>
            <th scope="col" className={HEAD}>
              {t("Note")}
            </th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.id} className="break-inside-avoid">
              <td className={CELL}>
                <span className="inline-grid place-items-center size-4.5 border-[1.5px] border-faint rounded-sm font-semibold leading-none">
                  {booking.arrived !== null && "✓"}
                </span>
              </td>
              <td className={`${CELL} font-semibold whitespace-nowrap`}>{booking.time}</td>
              <td className={CELL}>
                <bdi>{booking.customer.name}</bdi>
                {booking.party_size > 1 && ` +${booking.party_size - 1}`}
              </td>
              {sees_contacts && (
                <td className={`${CELL} whitespace-nowrap`}>
                  <bdi dir="ltr">{booking.customer.phone}</bdi>
                </td>
              )}
              <td className={CELL}>
                {booking.service}
                {booking.location !== null && (
                  <div className="text-muted">
                    <bdi>{booking.location.text}</bdi>
                  </div>
                )}
              </td>
              {resource === null && (
                <td className={CELL}>
                  <bdi>{booking.resource}</bdi>
                </td>
              )}
              <td className={`${CELL} whitespace-nowrap`}>
                {booking.owes ? booking.balance.due : booking.paid}
              </td>
              <td className={`${CELL} whitespace-pre-line`}>{booking.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
