import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Avatar } from "~/ui/avatar";
import { problemsOf, useBookingFetcher } from "~/ui/booking/booking-form";
import { BookingLink } from "~/ui/booking/booking-link";
import { RowAction, RowActions } from "~/ui/booking/row-actions";
import { Icon } from "~/ui/icon";
import { Menu, MENU_ITEM, MenuPanel } from "~/ui/kit/menu";
import type { Arrival } from "./arrivals";

const PILL =
  "inline-flex gap-1 items-center justify-self-start py-0.5 ps-1 pe-2 rounded-[1rem] text-xs font-medium";
const GOOD = "inline-flex gap-1 items-center text-good text-xs font-medium";
/** The guest's name: its link covers the row. */
export const ROW_NAME =
  "truncate text-inherit font-medium no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text";
/** The row's cells in the second line of a narrow page. */
const SECOND_LINE = "@max-md:row-start-2 @max-md:text-sm";
const MONEY_CELL = `${SECOND_LINE} @max-md:col-start-4`;

/**
 * A row: time, guest, service, resource, balance and arrival. `place`: the resource's position
 * among the company's.
 */
export function ArrivalRow({ arrival, place }: { arrival: Arrival; place: number }) {
  const { line, until, late } = arrival;
  const problems = problemsOf(useBookingFetcher(line.id).data);
  return (
    <li
      className="relative grid grid-cols-[8.5rem_minmax(0,1.2fr)_minmax(0,1fr)_5.25rem_6.25rem_6rem_1.75rem] gap-x-2 items-center min-h-11 border-t border-line hover:bg-hover @max-md:grid-cols-[4.25rem_minmax(0,max-content)_auto_minmax(max-content,1fr)_auto] @max-md:gap-x-1 @max-md:min-h-16 @max-md:py-2.5"
      data-row={line.id}
    >
      <time
        dateTime={line.starts_at}
        className="font-medium @max-md:col-start-1 @max-md:row-span-2 @max-md:row-start-1 @max-md:self-start"
      >
        {line.from} {/* On a line of its own if both are long: 10:30 AM – 11:15 AM. */}
        {late === null ? (
          <span className="inline-block max-w-full text-muted text-xs align-bottom @max-md:block">
            – {until}
          </span>
        ) : (
          <em className="inline-block max-w-full text-wait text-xs font-medium not-italic align-bottom @max-md:block">
            {late < 60 ? t("{{count}} min late", { count: late }) : t("Late")}
          </em>
        )}
      </time>
      <span className="flex gap-1 items-center min-w-0 @max-md:col-span-3 @max-md:col-start-2 @max-md:row-start-1">
        <BookingLink id={line.id} className={ROW_NAME}>
          <bdi>{line.customer.name}</bdi>
        </BookingLink>
        {line.party_size > 1 && (
          <span>
            <span aria-hidden="true">+{line.party_size - 1}</span>
            <span className="hidden-text">{t("{{count}} guests", { count: line.party_size })}</span>
          </span>
        )}
        {line.notes !== null && (
          <span className="relative z-1 inline-flex text-wait" title={line.notes}>
            <Icon name="note" size={16} />
            <span className="hidden-text">{t("Note: {{note}}", { note: line.notes })}</span>
          </span>
        )}
        {line.is_test && (
          <span className="px-1.5 rounded-sm bg-wait-soft text-wait text-2xs">{t("Test")}</span>
        )}
      </span>
      <span className={`truncate text-muted ${SECOND_LINE} @max-md:col-start-2`}>
        {line.service}
      </span>
      <span
        className={`flex gap-2 items-center min-w-0 ${SECOND_LINE} @max-md:col-start-3 @max-md:gap-1 @max-md:text-muted`}
      >
        <span className="contents @max-md:hidden">
          <Avatar name={line.resource} index={place} />
        </span>
        {line.service !== "" && (
          <span aria-hidden="true" className="hidden @max-md:inline">
            ·
          </span>
        )}
        <bdi className="truncate">{line.resource}</bdi>
      </span>
      <Money arrival={arrival} />
      <span className="grid items-center @max-md:col-start-5 @max-md:row-span-2 @max-md:row-start-1">
        <State arrival={arrival} />
      </span>
      <More arrival={arrival} />
      {problems !== "" && (
        <p role="alert" className="col-span-full m-0 pb-2 text-bad">
          {problems}
        </p>
      )}
    </li>
  );
}

function Money({ arrival: { line, is_paid } }: { arrival: Arrival }) {
  const due = line.due ?? "";
  if (line.owes)
    return (
      <span className={`truncate text-sm font-medium ${MONEY_CELL}`}>
        {/* Amount only, if space is short; the label remains for screen readers. */}
        <span className="@max-md:sr-only">{t("{{amount}} due", { amount: due })}</span>
        <span aria-hidden="true" className="hidden @max-md:inline">
          {due}
        </span>
      </span>
    );
  if (is_paid)
    return (
      <span className={`${GOOD} ${MONEY_CELL}`}>
        <Icon name="check" size={16} />
        {t("Paid")}
      </span>
    );
  return (
    <span className={`truncate text-muted ${MONEY_CELL}`}>
      {line.price === null ? t("No charge") : line.paid}
    </span>
  );
}

const STATE_BUTTON = {
  size: "small",
  className: "z-1 w-full whitespace-nowrap @max-md:min-h-10",
} as const;

function State({ arrival }: { arrival: Arrival }) {
  const { line, arrival: arrives, is_asked, allowed } = arrival;
  if (line.status === "no_show")
    return (
      <span className={`${PILL} bg-bad-soft text-bad`}>
        <Icon name="absent" size={16} />
        {t("No-show")}
      </span>
    );
  if (line.arrived !== null)
    return (
      <span className={GOOD}>
        <Icon name="check" size={16} />
        <span className="hidden-text">{t("Arrived")}</span> {line.arrived}
      </span>
    );
  if (line.status === "completed")
    return <span className="truncate text-muted">{t("Completed")}</span>;
  if (is_asked && allowed.includes("confirmed"))
    return (
      <RowAction of={arrival} intent="status" fields={{ status: "confirmed" }} {...STATE_BUTTON}>
        {t("Approve")}
      </RowAction>
    );
  if (line.waits_for !== null)
    return (
      <span className={`${PILL} relative bg-wait-soft text-wait`} title={line.waits_for}>
        <Icon name="clock" size={16} />
        {line.waits_for}
      </span>
    );
  if (arrives !== true) return null;
  return (
    <RowAction of={arrival} intent="arrived" fields={{ arrived: "on" }} {...STATE_BUTTON}>
      {t("Arrived")}
    </RowAction>
  );
}

/** Other actions. */
function More({ arrival }: { arrival: Arrival }) {
  const { line, path, allowed, arrival: arrives, is_asked } = arrival;
  if (allowed.length === 0 && arrives === null) return <span />;
  return (
    <Menu
      className="relative z-1 open:z-2 @max-md:hidden"
      summaryClassName="grid place-items-center h-7 rounded-md text-muted hover:bg-fill"
      summary={
        <>
          <Icon name="dots" size={18} className="stroke-[2.75]" />
          <span className="hidden-text">
            {t("More for {{guest}}", { guest: line.customer.name })}
          </span>
        </>
      }
      before={
        <MenuPanel className="top-full inset-e-0">
          <Link to={path} className={MENU_ITEM}>
            {t("Open")}
          </Link>
        </MenuPanel>
      }
    >
      <MenuPanel className="top-full inset-e-0">
        {arrives === false && (
          <RowAction of={arrival} intent="arrived" fields={{}} icon="back" inMenu>
            {t("Not arrived")}
          </RowAction>
        )}
        {/* Arrival has a separate button in the row. */}
        <RowActions booking={{ ...arrival, arrival: null }} inMenu />
        {allowed.includes("cancelled") && (
          <>
            <Link to={`${path}?show=move`} className={MENU_ITEM}>
              <Icon name="move" size={18} />
              {t("Move")}
            </Link>
            <Link to={`${path}?show=cancel`} className={MENU_ITEM}>
              <Icon name="cross" size={18} />
              {is_asked ? t("Decline") : t("Cancel booking")}
            </Link>
          </>
        )}
        <Link to={path} className={MENU_ITEM}>
          <Icon name="list" size={18} />
          {t("Open")}
        </Link>
      </MenuPanel>
    </Menu>
  );
}
