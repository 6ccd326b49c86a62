import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Avatar } from "~/ui/avatar";
import { problemsOf, useBookingFetcher } from "~/ui/booking/booking-form";
import { BookingLink } from "~/ui/booking/booking-link";
import { RowAction, RowActions } from "~/ui/booking/row-actions";
import { Icon } from "~/ui/icon";
import { Menu, MENU_ITEM, MenuPanel } from "~/ui/kit/menu";
import type { Arrival } from "./arrivals";
import styles from "./today-rows.module.css";

/**
 * A row: time, guest, service, resource, balance and arrival. `place`: the resource's position
 * among the company's.
 */
export function ArrivalRow({ arrival, place }: { arrival: Arrival; place: number }) {
  const { line, until, late } = arrival;
  const problems = problemsOf(useBookingFetcher(line.id).data);
  const what = [line.service, line.party, ...line.addons].filter(Boolean).join(" · ");
  return (
    <li className={styles.row} data-row={line.id}>
      <time dateTime={line.starts_at} className={styles.time}>
        {`${line.from} `}
        {late === null ? (
          <span className={styles.until}>{`– ${until}`}</span>
        ) : (
          <em className={styles.late}>
            {late < 60 ? t("{{count}} min late", { count: late }) : t("Late")}
          </em>
        )}
      </time>
      <span className={styles.guest}>
        <BookingLink id={line.id} className={styles.name}>
          <bdi>{line.customer.name}</bdi>
        </BookingLink>
        {line.party_size > 1 && (
          <span>
            <span aria-hidden="true">+{line.party_size - 1}</span>
            <span className="hidden-text">{t("{{count}} guests", { count: line.party_size })}</span>
          </span>
        )}
        {line.notes !== null && (
          <span className={styles.note} title={line.notes}>
            <Icon name="note" size={16} />
            <span className="hidden-text">{t("Note: {{note}}", { note: line.notes })}</span>
          </span>
        )}
        {line.is_test && <span className={styles.test}>{t("Test")}</span>}
      </span>
      <span className={styles.service} title={what}>
        {what}
      </span>
      <span className={styles.resource}>
        <span className={styles.person}>
          <Avatar name={line.resource} index={place} />
        </span>
        {what !== "" && (
          <span aria-hidden="true" className={styles.narrow}>
            ·
          </span>
        )}
        <bdi className="truncate">{line.resource}</bdi>
      </span>
      <Money arrival={arrival} />
      <span className={styles.state}>
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
      <span className={styles.money} data-owes="">
        {/* Amount only, if space is short; the label remains for screen readers. */}
        <span className="@max-md:sr-only">
          {line.is_part_paid ? line.paid : t("{{amount}} due", { amount: due })}
        </span>
        <span aria-hidden="true" className={styles.narrow}>
          {due}
        </span>
      </span>
    );
  if (is_paid)
    return (
      <span className={`${styles.good} ${styles.paid}`}>
        <Icon name="check" size={16} />
        {t("Paid")}
      </span>
    );
  return <span className={styles.money}>{line.price === null ? t("No charge") : line.paid}</span>;
}

function State({ arrival }: { arrival: Arrival }) {
  const { line, arrival: arrives, is_asked, allowed } = arrival;
  if (line.status === "no_show")
    return (
      <span className={styles.pill} data-missed="">
        <Icon name="absent" size={16} />
        {t("No-show")}
      </span>
    );
  if (line.arrived !== null)
    return (
      <span className={styles.good}>
        <Icon name="check" size={16} />
        <span className="hidden-text">{t("Arrived")}</span> {line.arrived}
      </span>
    );
  if (line.status === "completed")
    return <span className="truncate text-muted">{t("Completed")}</span>;
  if (is_asked && allowed.includes("confirmed"))
    return (
      <RowAction of={arrival} intent="status" fields={{ status: "confirmed" }} size="small">
        {t("Approve")}
      </RowAction>
    );
  if (line.waits_for !== null)
    return (
      <span className={styles.pill} title={line.waits_for}>
        <Icon name="clock" size={16} />
        {line.waits_for}
      </span>
    );
  if (arrives !== true) return null;
  return (
    <RowAction of={arrival} intent="arrived" fields={{ arrived: "on" }} size="small">
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
      className={styles.menu!}
      summaryClassName={styles.dots!}
      summary={
        <>
          <Icon name="dots" size={18} />
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
