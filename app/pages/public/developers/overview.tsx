import { Link } from "@remix-run/react";
import type { GuideName } from "~/docs/guide-pages";
import { Icon, type IconName } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import styles from "./overview.module.css";

const CARDS: { to: `/docs/${GuideName}`; icon: IconName; title: string; text: string }[] = [
  {
    to: "/docs/embed",
    icon: "code",
    title: "Embed the widget",
    text: "A booking form on any website with two lines.",
  },
  {
    to: "/docs/bookings",
    icon: "calendar",
    title: "Times and bookings",
    text: "Free times, booking, moving, cancelling.",
  },
  {
    to: "/docs/webhooks",
    icon: "bolt",
    title: "Webhooks",
    text: "Signed events, with samples in four languages.",
  },
  {
    to: "/docs/payments",
    icon: "coin",
    title: "Payments",
    text: "Checkouts, refunds, and how to know it was paid.",
  },
  {
    to: "/docs/keys",
    icon: "shield",
    title: "Keys",
    text: "Which key goes where, and what it may do.",
  },
  {
    to: "/docs/errors",
    icon: "warning",
    title: "Errors",
    text: "Every code, what it means and what to do.",
  },
];

interface Props {
  base_url: string;
  version: string;
  operations: number;
}

/** Developer home page. */
export function Overview({ base_url, version, operations }: Props) {
  return (
    <main id="content" tabIndex={-1}>
      <section className={styles.hero} aria-labelledby="build">
        <div>
          <h1 id="build">Build on Booking Service</h1>
          <p className={styles.lead}>
            A booking form for any website, a JSON API for everything else, and signed webhooks that
            tell your systems what happened.
          </p>
          <div className={styles.actions}>
            <LinkButton variant="primary" to="/docs/quick-start" endIcon="right">
              Quick start
            </LinkButton>
            <LinkButton to="/developers/reference">API reference</LinkButton>
          </div>
        </div>
        <figure className={styles.sample}>
          <figcaption>The first free times</figcaption>
          <pre tabIndex={0}>
            <code>{`curl ${base_url}/api/availability \\\n  -H "Authorization: Bearer $SECRET_KEY"`}</code>
          </pre>
        </figure>
      </section>
      <ul className={styles.cards}>
        {CARDS.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Icon name={icon} size={24} />
            <h2>
              <Link to={to}>{title}</Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link to="/docs">All pages of the guide</Link>
        <Link to="/developers/reference">All {operations} operations</Link>
        <a href="/api/openapi.json">OpenAPI document</a>
        <span>Version {version}</span>
      </p>
    </main>
  );
}
