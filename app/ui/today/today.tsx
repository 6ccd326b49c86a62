import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { BookingStatus } from "~/contract/bookings";
import { BookingForm, problemsOf, useBookingFetcher } from "../booking/booking-form";
import { BookingLink } from "../bookings/booking-link";
import type { BookingLine } from "../bookings/booking-lines";
import { StatusBadge } from "../bookings/status-badge";
import { Icon } from "../icon";
import { PageHeader } from "../layout/page-header";
import type { Attention } from "./attention";
import { DayStrips } from "./day-strips";
import { type Figure, linePoints } from "./figures";
import type { Strips } from "./strips";
import styles from "./today.module.css";

interface Arrival {
  line: BookingLine;
  path: string;
  version: number;
  allowed: BookingStatus[];
  is_late: boolean;
}

interface TodayProps {
  day: string;
  as_of: string;
  strips: Strips;
  has_more: boolean;
  /** Whether the arrivals are those of the next two hours, or the next ones whenever they are. */
  is_soon: boolean;
  arrivals: Arrival[];
  attention: Attention[];
  figures: Figure[];
  may_change: boolean;
}

/** The first page: the day as it is now, who comes next, and what a person has to look at. */
export function Today(props: TodayProps) {
  const { day, as_of, strips, has_more, is_soon, arrivals, attention, figures, may_change } = props;
  return (
    <>
      <PageHeader title="Today" aside={`${day}, as of ${as_of}`} />
      {attention.length > 0 && (
        <section aria-labelledby="attention" className={styles.attention}>
          <h2 id="attention">Needs attention</h2>
          <ul>
            {attention.map((item) => (
              <AttentionRow key={item.id} item={item} mayChange={may_change} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="arrivals" className={styles.section}>
        <h2 id="arrivals">{is_soon ? "Arriving in the next two hours" : "Coming up next"}</h2>
        {!is_soon && arrivals.length > 0 && <p className={styles.quiet}>Nobody is due in the next two hours.</p>}
        {arrivals.length === 0 ? (
          <div className={styles.nothing}>
            <p>Nothing is booked ahead. Bookings from your website appear here.</p>
            {may_change && <Link to="/dashboard/bookings/new">Take a booking by hand</Link>}
          </div>
        ) : (
          <ul className={styles.arrivals}>
            {arrivals.map((arrival) => (
              <ArrivalRow key={arrival.line.id} arrival={arrival} showsDay={!is_soon} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="day" className={styles.section}>
        <h2 id="day">The day</h2>
        <DayStrips strips={strips} />
        {has_more && (
          <p className={styles.quiet}>
            More is booked than is drawn here: <Link to="/dashboard/bookings?view=today">all of today</Link>
          </p>
        )}
      </section>
      <section aria-labelledby="figures" className={styles.section}>
        <h2 id="figures">Figures</h2>
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
  const allowed = showsDay ? arrival.allowed.filter((status) => status === "paid") : arrival.allowed;
  const problems = problemsOf(useBookingFetcher(line.id).data);
  return (
    <li className={styles.arrival} data-row>
      <div className={styles.when}>
        {showsDay && <span className={styles.quiet}>{line.day}</span>}
        <time dateTime={line.starts_at}>{line.time.split(" – ")[0]}</time>
        {is_late && <span className={styles.late}>started</span>}
      </div>
      <div className={styles.who}>
        <BookingLink id={line.id} className={styles.name}>
          {line.customer.name}
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
        <StatusBadge status={line.status} waitsFor={line.waits_for} />
        {line.owes && <span className={styles.owed}>{line.price} to pay</span>}
      </div>
      <div className={styles.deeds}>
        {line.owes && allowed.includes("paid") && (
          <Deed arrival={arrival} fields={{ status: "paid", payment_method: "offline" }}>
            <Icon name="coin" size={18} />
            Paid
          </Deed>
        )}
        {allowed.includes("completed") && (
          <Deed arrival={arrival} fields={{ status: "completed" }}>
            <Icon name="flag" size={18} />
            Completed
          </Deed>
        )}
        {allowed.includes("no_show") && (
          <Deed arrival={arrival} fields={{ status: "no_show" }}>
            <Icon name="absent" size={18} />
            No-show
          </Deed>
        )}
      </div>
      {problems !== "" && (
        <p role="alert" className={styles.problem}>
          {problems}
        </p>
      )}
    </li>
  );
}

interface DeedProps {
  arrival: Pick<Arrival, "path" | "version"> & { line: { id: string; customer: { name: string } } };
  fields: Record<string, string>;
  children: ReactNode;
}

/** One step of a booking by one button; the page stays. */
function Deed({ arrival: { line, path, version }, fields, children }: DeedProps) {
  const { pathname, search } = useLocation();
  return (
    <BookingForm id={line.id} action={path} version={version} intent="status" to={pathname + search}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={styles.deed}>
        {children}
        <span className="hidden-text">: {line.customer.name}</span>
      </button>
    </BookingForm>
  );
}

function AttentionRow({ item, mayChange }: { item: Attention; mayChange: boolean }) {
  const { approve, booking_id, text } = item;
  return (
    <li data-row>
      <Icon name={approve ? "clock" : "warning"} />
      <p>
        {text}
        {approve?.until && <span className={styles.quiet}> Held until {approve.until}.</span>}
      </p>
      <div className={styles.deeds}>
        {approve && booking_id !== null && mayChange && (
          <Deed
            arrival={{ ...approve, line: { id: booking_id, customer: { name: text.split(" waits")[0] ?? "" } } }}
            fields={{ status: "confirmed" }}
          >
            <Icon name="check" size={18} />
            Approve
          </Deed>
        )}
        {booking_id !== null && (
          <BookingLink id={booking_id} className={styles.deed}>
            Open
          </BookingLink>
        )}
      </div>
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
