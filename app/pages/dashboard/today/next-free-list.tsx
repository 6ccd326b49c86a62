import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { newBookingSearch } from "~/ui/layout/navigation";
import type { FreeStrip } from "./next-free";
import styles from "./next-free-list.module.css";

interface NextFreeProps {
  strips: FreeStrip[];
  hasMore: boolean;
  date: string;
  mayBook: boolean;
}

/** Next free times of each resource for any service; a time opens a new booking. */
export function NextFree({ strips, hasMore, date, mayBook }: NextFreeProps) {
  const full = strips.filter(({ times }) => times.length === 0);
  return (
    <section aria-labelledby="next-free" className={styles.free}>
      <div className={styles.head}>
        <h2 id="next-free">{t("Next free")}</h2>
        <span>{t("any service")}</span>
      </div>
      {strips.length === 0 && (
        <p className={styles.nothing}>{t("Add a person, a room or a class first.")}</p>
      )}
      <ul>
        {strips.map(
          (strip, index) =>
            strip.times.length > 0 && (
              <li key={strip.id}>
                <div className={styles.who}>
                  <Avatar name={strip.name} index={index} />
                  <h3>
                    <bdi>{strip.name}</bdi>
                  </h3>
                </div>
                <div className={styles.load} aria-hidden="true">
                  {strip.taken.map(({ from, width }) => (
                    <i
                      key={from}
                      style={{ insetInlineStart: `${from}%`, inlineSize: `${width}%` }}
                    />
                  ))}
                  {strip.now !== null && (
                    <i className={styles.now} style={{ insetInlineStart: `${strip.now}%` }} />
                  )}
                </div>
                <p className={styles.says}>{strip.says}</p>
                <Times strip={strip} mayBook={mayBook} />
              </li>
            ),
        )}
      </ul>
      {full.length > 0 && (
        <details className={styles.fold}>
          <summary>
            <Icon name="down" size={16} />
            {t("{{count}} without free times", { count: full.length })}
          </summary>
          <ul>
            {full.map(({ id, name, says }) => (
              <li key={id}>
                <bdi>{name}</bdi> <span>{says}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {hasMore && (
        <p className={styles.nothing}>
          <Link to={`/dashboard/calendar?date=${date}`}>{t("See all in the calendar")}</Link>
        </p>
      )}
    </section>
  );
}

function Times({ strip: { name, times }, mayBook }: { strip: FreeStrip; mayBook: boolean }) {
  return (
    <ul className={styles.times}>
      {times.map(({ slot_id, label }) => (
        <li key={slot_id}>
          {mayBook ? (
            <NewBookingLink asked={newBookingSearch({ slot_id })} className={styles.time}>
              <span aria-hidden="true">{label}</span>
              <span className="hidden-text">
                {t("New booking with {{resource}} at {{time}}", {
                  resource: isolate(name),
                  time: label,
                })}
              </span>
            </NewBookingLink>
          ) : (
            label
          )}
        </li>
      ))}
    </ul>
  );
}
