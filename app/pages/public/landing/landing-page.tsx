import { Icon, type IconName } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import { DayPicture } from "./day-picture";
import styles from "./landing.module.css";

interface Point {
  icon: IconName;
  title: string;
  text: string;
}

const PROMISES: Point[] = [
  {
    icon: "shield",
    title: "No double bookings",
    text: "Website, front desk and API share one calendar. The database itself refuses a second booking of a place that’s taken.",
  },
  {
    icon: "clock",
    title: "Right in every time zone",
    text: "Guests see their own time, you see yours. The two nights a year when the clocks change are handled.",
  },
  {
    icon: "bolt",
    title: "A front desk that keeps up",
    text: "Arrivals first, free times beside them. Add a walk-in, move a booking or refund it in seconds.",
  },
];

const INCLUDED: Point[] = [
  {
    icon: "card",
    title: "Payments",
    text: "Guests pay when they book. Refunds follow your policy.",
  },
  {
    icon: "mail",
    title: "Emails",
    text: "Confirmations, changes and reminders in your own words.",
  },
  {
    icon: "hourglass",
    title: "Waiting list",
    text: "A place that opens up is offered to the next in line.",
  },
  {
    icon: "calendar",
    title: "Calendar feeds",
    text: "Your bookings in Google, Apple or Outlook calendars.",
  },
  { icon: "people", title: "Customers", text: "Visits, notes and contact details in one record." },
  { icon: "chart", title: "Analytics", text: "Revenue, utilisation, no-shows and lead time." },
];

const SNIPPET = `<script src="https://your.host/widget/booking-widget.js" defer></script>
<booking-widget publishable-key="pk_live_…"></booking-widget>`;

/** The product's landing page, served without scripts. */
export function LandingPage({ is_signed_in }: { is_signed_in: boolean }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <BrandLink />
        <nav aria-label="Start" className={styles.places}>
          <LinkButton variant="quiet" to="/developers">
            Developers
          </LinkButton>
          <LinkButton to={is_signed_in ? "/dashboard" : "/sign-in"}>
            {is_signed_in ? "Open dashboard" : "Sign in"}
          </LinkButton>
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <section className={styles.hero} aria-labelledby="promise">
          <div>
            <h1 id="promise" className={styles.title}>
              Bookings that can’t collide
            </h1>
            <p className={styles.lead}>
              Put a calendar on your website. Guests pick a time and see at once that it’s theirs;
              so does your front desk. For people, rooms, tables, courts and classes.
            </p>
            <div className={styles.actions}>
              {!is_signed_in && (
                <LinkButton variant="primary" to="/sign-in?new=1" endIcon="right">
                  Create account
                </LinkButton>
              )}
              <LinkButton to="/docs">Read the guide</LinkButton>
            </div>
          </div>
          <DayPicture />
        </section>
        <Points className={styles.promises!} heading="h2" points={PROMISES} />
        <section className={styles.part} aria-labelledby="included">
          <h2 id="included" className={styles.heading}>
            Included
          </h2>
          <Points className={styles.included!} heading="h3" points={INCLUDED} />
        </section>
        <section className={styles.part} aria-labelledby="website">
          <h2 id="website" className={styles.heading}>
            On your website in two lines
          </h2>
          <pre className={styles.code} tabIndex={0}>
            <code>{SNIPPET}</code>
          </pre>
          <p className={styles.note}>
            No iframe, no cookie. A <TextLink to="/developers/reference">JSON API</TextLink> and{" "}
            <TextLink to="/docs/webhooks">signed webhooks</TextLink> connect everything else.
          </p>
        </section>
      </main>
      <footer className={styles.footer}>Booking Service. Open source, MIT licence.</footer>
    </div>
  );
}

function Points(props: { className: string; heading: "h2" | "h3"; points: Point[] }) {
  const Heading = props.heading;
  return (
    <ul className={props.className}>
      {props.points.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} size={20} />
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
