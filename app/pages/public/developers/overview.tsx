import { Link } from "@remix-run/react";
import type { GuideName } from "~/docs/guide-pages";
import { Icon, type IconName } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";

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
      <section
        className="grid gap-8 items-center py-10 lg:grid-cols-[1fr_1fr] lg:gap-16 lg:py-16 [&>*]:min-w-0"
        aria-labelledby="build"
      >
        <div>
          <h1
            className="m-0 mb-4 text-[clamp(1.875rem,1.5rem_+_1.8vw,2.625rem)] [font-weight:700] tracking-[-0.02em] leading-[1.15] text-balance"
            id="build"
          >
            Build on Booking Service
          </h1>
          <p className="max-w-136 m-0 mb-6 text-muted text-[1.0625rem] leading-[1.75rem]">
            A booking form for any website, a JSON API for everything else, and signed webhooks that
            tell your systems what happened.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="primary" to="/docs/quick-start" endIcon="right">
              Quick start
            </LinkButton>
            <LinkButton to="/developers/reference">API reference</LinkButton>
          </div>
        </div>
        <figure className="m-0 border border-line rounded-[0.75rem] bg-surface shadow-raised overflow-hidden [&_figcaption]:py-2.5 [&_figcaption]:px-4.5 [&_figcaption]:border-b [&_figcaption]:border-line [&_figcaption]:text-muted [&_figcaption]:text-[0.8125rem]">
          <figcaption>The first free times</figcaption>
          <pre
            className="m-0 p-4.5 overflow-x-auto font-mono text-[0.875rem] leading-[1.5rem]"
            tabIndex={0}
          >
            <code>{`curl ${base_url}/api/availability \\\n  -H "Authorization: Bearer $SECRET_KEY"`}</code>
          </pre>
        </figure>
      </section>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 m-0 p-0 list-none [&_a::after]:content-[''] [&_a::after]:absolute [&_a::after]:inset-0 [&_a::after]:rounded-[0.75rem] [&_li:has(:focus-visible)]:[outline:2px_solid_var(--accent-text)] [&_li:has(:focus-visible)]:outline-offset-2">
        {CARDS.map(({ to, icon, title, text }) => (
          <li
            className="relative p-5 border border-line rounded-[0.75rem] bg-surface hover:border-accent"
            key={to}
          >
            <Icon className="text-accent-text" name={icon} size={24} />
            <h2 className="mt-2.5 mx-0 mb-1 text-[1.0625rem] font-semibold">
              <Link className="text-text no-underline focus-visible:outline-none" to={to}>
                {title}
              </Link>
            </h2>
            <p className="m-0 text-muted leading-[1.5rem]">{text}</p>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-0 m-0 mt-8 text-muted">
        <Link className="inline-flex items-center min-h-11 text-accent-text" to="/docs">
          All pages of the guide
        </Link>
        <Link
          className="inline-flex items-center min-h-11 text-accent-text"
          to="/developers/reference"
        >
          All {operations} operations
        </Link>
        <a className="inline-flex items-center min-h-11 text-accent-text" href="/api/openapi.json">
          OpenAPI document
        </a>
        <span>Version {version}</span>
      </p>
    </main>
  );
}
