import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { problemsOf, useBookingFetcher } from "~/ui/booking/booking-form";
import { type RowBooking, RowActions } from "~/ui/booking/row-actions";
import { BookingLink } from "~/ui/booking/booking-link";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { usePulse } from "~/ui/live/use-pulse";
import type { Checklist as Items } from "~/domain/onboarding/checklist";
import type { Attention } from "./attention";
import { AttentionRow } from "./attention-row";
import { Checklist } from "./checklist";
import { DayStrips } from "./day-strips";
import { type Figure, linePoints } from "~/ui/figures";
import type { Strips } from "./strips";
import styles from "./today-page.module.css";

interface Arrival extends RowBooking {
  is_late: boolean;
}

/** The first page as a person sees it. */
export interface TodayView {
  /** Its date. */
  day: string;
  strips: Strips;
  has_more: boolean;
  /** Whether the arrivals are those of the next two hours, or the next ones whenever they are. */
  is_soon: boolean;
  arrivals: Arrival[];
  attention: Attention[];
  checklist: Items;
  figures: Figure[];
  may_change: boolean;
}

/** The first page: the day as it is now, who comes next, and what a person has to look at. */
export function TodayPage(props: TodayView) {
  const { day, strips, has_more, is_soon, arrivals, attention, checklist, figures, may_change } = props;
  const rows = usePulse<HTMLUListElement>(arrivals.map(({ line, version }) => [line.id, version]));
  return (
    <>
      <PageHeader title={t("Today")} aside={day} />
      {attention.length > 0 && (
        <section aria-labelledby="attention" className={styles.attention}>
          <h2 id="attention">{t("Needs attention")}</h2>
          <ul>
            {attention.map((item) => (
              <AttentionRow key={item.id} item={item} mayChange={may_change} />
            ))}
          </ul>
        </section>
      )}
      {checklist !== null && <Checklist items={checklist} />}
      <section aria-labelledby="arrivals" className={styles.section}>
        <h2 id="arrivals">{is_soon ? t("Arriving in the next two hours") : t("Coming up next")}</h2>
        {!is_soon && arrivals.length > 0 && <p className={styles.quiet}>{t("Nobody is due in the next two hours.")}</p>}
        {arrivals.length === 0 ? (
          <div className={styles.nothing}>
            <p>{t("Nothing is booked ahead. Bookings from your website appear here.")}</p>
            {may_change && <NewBookingLink>{t("Take a booking by hand")}</NewBookingLink>}
          </div>
        ) : (
          <ul className={styles.arrivals} ref={rows}>
            {arrivals.map((arrival) => (
              <ArrivalRow key={arrival.line.id} arrival={arrival} showsDay={!is_soon} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="day" className={styles.section}>
        <h2 id="day">{t("The day")}</h2>
        <DayStrips strips={strips} />
        {has_more && (
          <p className={styles.quiet}>
            {t("More is booked than is drawn here:")}{" "}
            <Link to="/dashboard/bookings?view=today">{t("all of today")}</Link>
          </p>
        )}
      </section>
      <section aria-labelledby="figures" className={styles.section}>
        <h2 id="figures">{t("Figures")}</h2>
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <FigureCard key={figure.label} figure={figure} />
          ))}
        </dl>
      </section>
    </>
  );
}

function ArrivalRow({ arrival, showsDay }: { arrival: Arrival; showsDay: boolean }) {
  const { line, is_late } = arrival;
  // What is not due yet can be paid ahead, no more.
  const offered = showsDay ? { ...arrival, allowed: arrival.allowed.filter((status) => status === "paid") } : arrival;
  const problems = problemsOf(useBookingFetcher(line.id).data);
  return (
    <li className={styles.arrival} data-row={line.id}>
      <div className={styles.when}>
        {showsDay && <span className={styles.quiet}>{line.day}</span>}
        <time dateTime={line.starts_at}>{line.from}</time>
        {is_late && <span className={styles.late}>{t("started")}</span>}
      </div>
      <div className={styles.who}>
        <BookingLink id={line.id} className={styles.name}>
          <bdi>{line.customer.name}</bdi>
        </BookingLink>
        <span className={styles.quiet}>
          {[line.service, line.resource, line.party_size > 1 ? `${line.party_size} people` : null]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {line.notes !== null && (
          <span className={styles.note}>
            <Icon name="note" size={18} />
            {line.notes}
          </span>
        )}
      </div>
      <div className={styles.state}>
        <StatusBadge line={line} />
        {line.owes && (
          <span className={styles.owed}>
            {line.price} {t("to pay")}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        <RowActions booking={offered} />
      </div>
      {problems !== "" && (
        <p role="alert" className={styles.problem}>
          {problems}
        </p>
      )}
    </li>
  );
}

function FigureCard({ figure: { label, value, change, days, to } }: { figure: Figure }) {
  return (
    <div className={styles.figure}>
      <dt>{to === null ? label : <Link to={to}>{label}</Link>}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        <svg viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <polyline points={linePoints(days)} />
        </svg>
        <span className={styles.quiet}>{change}</span>
      </dd>
    </div>
  );
}
