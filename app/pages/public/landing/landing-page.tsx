import type { ComponentProps } from "react";
import { Icon, type IconName } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import { Picture } from "./picture";
import { TRY, TryWidget } from "./try-widget";

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

const PICTURES = [
  {
    name: "calendar",
    alt: "A day in the calendar, with a column for each person.",
    text: "A column for each person. Drag a booking to move it.",
  },
  {
    name: "new-booking",
    alt: "A new booking over the calendar: guest, service, person and time.",
    onPhones: "end",
    text: "A guest on the phone is booked in four fields.",
  },
] as const;

const SNIPPET = `<script src="https://your.host/widget/booking-widget.js" defer></script>
<booking-widget publishable-key="pk_live_…"></booking-widget>`;

interface LandingPageProps extends ComponentProps<typeof TryWidget> {
  is_signed_in: boolean;
}

/** The product's landing page, served without scripts. */
export function LandingPage({ is_signed_in, demo }: LandingPageProps) {
  return (
    <div className="max-w-288 mx-auto pt-3 px-5 pb-8 max-md:px-4">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 min-h-head">
        <BrandLink />
        <nav aria-label="Start" className="flex gap-1 ms-auto [&>[data-variant='quiet']]:px-2">
          <LinkButton variant="quiet" to="/developers">
            Developers
          </LinkButton>
          <LinkButton to={is_signed_in ? "/dashboard" : "/sign-in"}>
            {is_signed_in ? "Open dashboard" : "Sign in"}
          </LinkButton>
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <section
          className="grid gap-10 items-center pt-10 pb-12 lg:grid-cols-[1fr_1fr] lg:gap-16 lg:pt-16 lg:pb-18"
          aria-labelledby="promise"
        >
          <div>
            <h1
              id="promise"
              className="m-0 mb-5 text-[clamp(2.125rem,1.5rem_+_2.6vw,3.25rem)] font-semibold tracking-[-0.03em] leading-[1.1] text-balance"
            >
              Bookings that can’t collide
            </h1>
            <p className="max-w-136 m-0 mb-8 text-muted text-[1.125rem] leading-[1.75rem]">
              Put a calendar on your website. Guests pick a time and see at once that it’s theirs;
              so does your front desk. For people, rooms, tables, courts and classes.
            </p>
            <div className="flex flex-wrap gap-3 [&>*]:min-h-10 [&>*]:px-4">
              {!is_signed_in && (
                <LinkButton variant="primary" to="/sign-in?new=1" endIcon="right">
                  Create account
                </LinkButton>
              )}
              <LinkButton to="/docs">Read the guide</LinkButton>
            </div>
          </div>
          <Picture
            name="today"
            alt="Today at a hair studio: free times for walk-ins, what needs attention, and the arrivals."
            isFirst
          />
        </section>
        <Points
          className="grid gap-8 m-0 p-0 list-none py-10 border-t border-line md:grid-cols-[repeat(3,1fr)] md:gap-x-10 md:gap-y-8 [&_h2]:mt-2 [&_h2]:mx-0 [&_h2]:mb-1 [&_h2]:text-lg [&_h2]:font-semibold [&_p]:m-0 [&_p]:text-muted [&_svg]:text-accent-text"
          heading="h2"
          points={PROMISES}
        />
        <section className="py-10 border-t border-line" aria-labelledby="dashboard">
          <h2 id="dashboard" className="m-0 mb-5 text-xl font-semibold tracking-[-0.015em]">
            The day at a glance
          </h2>
          <div className="grid gap-6 md:grid-cols-2">
            {PICTURES.map(({ text, ...picture }) => (
              <figure key={picture.name} className="m-0">
                <Picture {...picture} />
                <figcaption className="mt-2 text-muted text-sm">{text}</figcaption>
              </figure>
            ))}
          </div>
        </section>
        <section
          id={TRY}
          className="py-10 border-t border-line scroll-mt-4"
          aria-labelledby="widget"
        >
          <h2 id="widget" className="m-0 mb-5 text-xl font-semibold tracking-[-0.015em]">
            What your guests see
          </h2>
          <TryWidget demo={demo} />
        </section>
        <section className="py-10 border-t border-line" aria-labelledby="included">
          <h2 id="included" className="m-0 mb-5 text-xl font-semibold tracking-[-0.015em]">
            Included
          </h2>
          <Points
            className="grid gap-8 m-0 p-0 list-none md:grid-cols-[repeat(3,1fr)] md:gap-x-10 md:gap-y-8 [&_h3]:mt-2 [&_h3]:mx-0 [&_h3]:mb-1 [&_h3]:text-lg [&_h3]:font-semibold [&_p]:m-0 [&_p]:text-muted [&_svg]:text-muted"
            heading="h3"
            points={INCLUDED}
          />
        </section>
        <section className="py-10 border-t border-line" aria-labelledby="website">
          <h2 id="website" className="m-0 mb-5 text-xl font-semibold tracking-[-0.015em]">
            On your website in two lines
          </h2>
          <pre
            className="m-0 py-4 px-5 overflow-x-auto border border-line rounded-lg bg-surface [direction:ltr] text-sm font-mono leading-[1.5rem]"
            tabIndex={0}
          >
            <code>{SNIPPET}</code>
          </pre>
          <p className="m-0 mt-4 text-muted">
            No iframe, no cookie. A <TextLink to="/developers/reference">JSON API</TextLink> and{" "}
            <TextLink to="/docs/webhooks">signed webhooks</TextLink> connect everything else.
          </p>
        </section>
      </main>
      <footer className="flex flex-wrap gap-x-6 gap-y-2 justify-between pt-6 border-t border-line text-muted text-sm">
        <span>Booking Service. Open source, MIT licence.</span>
        <TextLink to="/help">Help</TextLink>
      </footer>
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
