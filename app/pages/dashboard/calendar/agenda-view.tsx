import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import type { AgendaDay } from "./agenda-model";
import styles from "./agenda-view.module.css";

/** The bookings of some days as a list. */
export function AgendaView({ days }: { days: AgendaDay[] }) {
  return (
    <div className={styles.agenda}>
      {days.map(({ date, label, entries }) => (
        <section key={date} aria-labelledby={`agenda-${date}`}>
          <h2 id={`agenda-${date}`} className={styles.day}>
            {label}
          </h2>
          {entries.length === 0 ? (
            <p className={styles.none}>{t("No bookings")}</p>
          ) : (
            <ol className={styles.entries}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <Link
                    to={entry.href}
                    className={styles.entry}
                    data-status={entry.status ?? undefined}
                    style={{ ["--own" as string]: entry.color ?? "var(--accent)" }}
                  >
                    <span className={styles.time}>{entry.time}</span>
                    <span className={styles.who}>
                      <span className={styles.title}>{entry.title}</span>
                      <span className={styles.detail}>
                        {[entry.detail, entry.resource].filter((word) => word !== null).join(" · ")}
                      </span>
                    </span>
                    <span className={styles.icons}>
                      {entry.icons.map((icon) => (
                        <Icon key={icon} name={icon} size={18} />
                      ))}
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
    </div>
  );
}
