import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { FoldIcon } from "~/ui/kit/fold-icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { newBookingSearch } from "~/ui/layout/navigation";
import type { FreeStrip } from "./next-free";
import { PartHead } from "./part-head";
import styles from "./today-rows.module.css";

interface NextFreeProps {
  strips: FreeStrip[];
  hasMore: boolean;
  date: string;
  mayBook: boolean;
}

/** Next free times of each resource for any service; a time opens a new booking. */
export function NextFree({ strips, hasMore, date, mayBook }: NextFreeProps) {
  const full = strips.filter(({ times }) => times.length === 0);
  const hasShortNotice = mayBook && strips.some(({ times }) => times.some(isShort));
  return (
    <section aria-labelledby="next-free" className="min-w-0 text-md">
      <PartHead id="next-free" title={t("Next free")}>
        {t("any service")}
        {hasShortNotice && (
          <span className="inline-flex gap-1 items-center ms-2.5" aria-hidden="true">
            <Icon name="clock" size={14} />
            {t("short notice")}
          </span>
        )}
      </PartHead>
      {strips.length === 0 && (
        <p className="m-0 text-muted text-xs">{t("Add a person, a room or a class first.")}</p>
      )}
      <ul className="m-0 p-0 list-none">
        {strips.map(
          (strip, index) =>
            strip.times.length > 0 && (
              <li key={strip.id} className={styles.strip}>
                <div className="flex gap-2 items-center">
                  <Avatar name={strip.name} index={index} />
                  <h3 className="m-0 truncate text-md font-medium">
                    <bdi>{strip.name}</bdi>
                  </h3>
                </div>
                <div className={styles.bar} aria-hidden="true">
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
                <p className="m-0 truncate text-muted text-xs">{strip.label}</p>
                <Times strip={strip} mayBook={mayBook} />
              </li>
            ),
        )}
      </ul>
      {full.length > 0 && (
        <details className="group/fold border-t border-line text-muted text-sm">
          <summary className="no-marker flex gap-1.5 items-center min-h-10 cursor-pointer">
            <FoldIcon />
            {t("{{count}} without free times", { count: full.length })}
          </summary>
          <ul className="m-0 p-0 list-none">
            {full.map(({ id, name, label }) => (
              <li key={id} className="flex gap-2 justify-between py-1">
                <bdi className="text-text">{name}</bdi> <span>{label}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {hasMore && (
        <p className="m-0 text-xs">
          <Link
            to={`/dashboard/calendar?date=${date}`}
            className="text-accent-text leading-7 @max-md:leading-10"
          >
            {t("See all in the calendar")}
          </Link>
        </p>
      )}
    </section>
  );
}

const isShort = ({ is_short_notice }: FreeStrip["times"][number]) => is_short_notice;

function Times({ strip: { name, times }, mayBook }: { strip: FreeStrip; mayBook: boolean }) {
  return (
    <ul className={styles.times}>
      {times.map(({ slot_id, label, is_short_notice }) => (
        <li key={slot_id}>
          {mayBook ? (
            <NewBookingLink search={newBookingSearch({ slot_id })} className={styles.free}>
              <span aria-hidden="true">{label}</span>
              {is_short_notice && (
                <span className={styles.notice} title={t("short notice")}>
                  <Icon name="clock" size={14} />
                </span>
              )}
              <span className="hidden-text">
                {t("New booking with {{resource}} at {{time}}", {
                  resource: isolate(name),
                  time: label,
                })}
                {is_short_notice && `, ${t("short notice")}`}
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
