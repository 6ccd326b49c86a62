import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import type { WhyView } from "./why-model";
import styles from "./why-panel.module.css";

/** Panel next to its column: the rules in the order they removed times. */
export function WhyPanel({ why, side }: { why: WhyView; side: "start" | "end" }) {
  const { title, service, others, planned, bookable, steps, close } = why;
  return (
    <section
      className={styles.panel}
      data-side={side}
      aria-labelledby="why-title"
      tabIndex={-1}
      data-why
    >
      <header className={styles.head}>
        <h2 id="why-title" className={styles.title}>
          {bookable > 0 ? t("What can be booked") : t("Why can nothing be booked?")}
        </h2>
        <Link to={close} className={styles.close!} preventScrollReset data-close-why>
          <Icon name="cross" size={18} />
          <span className="hidden-text">{t("Close")}</span>
        </Link>
      </header>
      <p className={styles.lead}>
        {title}
        {service !== null && (
          <>
            , <strong>{service}</strong>
          </>
        )}
      </p>
      {service === null ? (
        <p>{t("No service that is switched on uses this resource, so it has no hours.")}</p>
      ) : (
        <>
          <p className={styles.figure}>
            {planned === 0
              ? t("The hours give no times on this day.")
              : plural(
                  planned,
                  "The hours give {{count}} time.",
                  "The hours give {{count}} times.",
                )}{" "}
            {planned > 0 &&
              (bookable === 0
                ? t("None can be booked online.")
                : plural(
                    bookable,
                    "{{count}} can be booked online.",
                    "{{count}} can be booked online.",
                  ))}
          </p>
          <ol className={styles.steps}>
            {steps.map(({ rule, words, note, removed, left, link }) => (
              <li key={rule} className={styles.step}>
                <span className={styles.words}>
                  <strong>{words}</strong>
                  {removed > 0 && <span className={styles.removed}>−{removed}</span>}
                </span>
                <span className={styles.note}>{note}</span>
                {planned > 0 && (
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${(100 * left) / planned}%` }} />
                    <span style={{ inlineSize: `${(100 * removed) / planned}%` }} />
                  </span>
                )}
                {link !== null && <Link to={link.href}>{link.words}</Link>}
              </li>
            ))}
          </ol>
        </>
      )}
      {others.length > 0 && (
        <p className={styles.others}>
          {t("Ask for")}{" "}
          {others.map(({ name, href }) => (
            <Link key={href} to={href} preventScrollReset>
              {name}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
