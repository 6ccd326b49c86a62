import { Icon, type IconName } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import { DayPicture } from "./day-picture";
import styles from "./landing.module.css";

const POINTS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "shield",
    title: "No double booking",
    text: "The database itself refuses a second booking of a seat that is taken, wherever it comes from, however many try.",
  },
  {
    icon: "clock",
    title: "Right in every time zone",
    text: "Guests see times in their own time zone, you see them in yours, and the two nights a year when the clocks change are handled correctly.",
  },
  {
    icon: "code",
    title: "Yours to build on",
    text: "Two lines of HTML for your website, a JSON API for everything else, and signed webhooks that tell your systems what happened.",
  },
];

/** What the service is, for those who do not know it. */
export function LandingPage({ is_signed_in }: { is_signed_in: boolean }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <BrandLink />
        <LinkButton to={is_signed_in ? "/dashboard" : "/sign-in"}>
          {is_signed_in ? "Open the dashboard" : "Sign in"}
        </LinkButton>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <section className={styles.hero} aria-labelledby="promise">
          <div>
            <h1 id="promise" className={styles.title}>
              Bookings that cannot collide
            </h1>
            <p className={styles.lead}>
              Put a calendar on your website. Guests pick a time and get it or are offered the next one; you see it at
              the front desk at once. For people, rooms, tables, courts and classes.
            </p>
            <div className={styles.actions}>
              <LinkButton variant="primary" to={is_signed_in ? "/dashboard" : "/sign-in?new=1"} endIcon="right">
                {is_signed_in ? "Go to your bookings" : "Create your account"}
              </LinkButton>
              <LinkButton to="/developers">For developers</LinkButton>
            </div>
          </div>
          <DayPicture />
        </section>
        <ul className={styles.points}>
          {POINTS.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} size={28} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className={styles.footer}>Booking Service. Open source, MIT licence.</footer>
    </div>
  );
}
