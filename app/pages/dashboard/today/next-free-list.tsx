import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { Avatar } from "~/ui/avatar";
import { FoldIcon } from "~/ui/kit/fold-icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { newBookingSearch } from "~/ui/layout/navigation";
import type { FreeStrip } from "./next-free";
import { PartHead } from "./part-head";

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
    <section aria-labelledby="next-free" className="min-w-0 text-md">
      <PartHead id="next-free" title={t("Next free")}>
        {t("any service")}
      </PartHead>
      {strips.length === 0 && (
        <p className="m-0 text-muted text-xs">{t("Add a person, a room or a class first.")}</p>
      )}
      <ul className="m-0 p-0 list-none">
        {strips.map(
          (strip, index) =>
            strip.times.length > 0 && (
              <li key={strip.id} className="pt-2.5 pb-3 border-t border-line">
                <div className="flex gap-2 items-center">
                  <Avatar name={strip.name} index={index} />
                  <h3 className="m-0 truncate text-md font-medium">
                    <bdi>{strip.name}</bdi>
                  </h3>
                </div>
                <div
                  className="relative h-1.5 mt-2 mb-1.5 rounded-[3px] bg-fill"
                  aria-hidden="true"
                >
                  {strip.taken.map(({ from, width }) => (
                    <i
                      key={from}
                      className="absolute inset-y-0 rounded-[2px] bg-faint"
                      style={{ insetInlineStart: `${from}%`, inlineSize: `${width}%` }}
                    />
                  ))}
                  {strip.now !== null && (
                    <i
                      className="absolute -inset-y-0.75 w-0.5 rounded-[2px] bg-now"
                      style={{ insetInlineStart: `${strip.now}%` }}
                    />
                  )}
                </div>
                <p className="m-0 truncate text-muted text-xs">{strip.says}</p>
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
            {full.map(({ id, name, says }) => (
              <li key={id} className="flex gap-2 justify-between py-1">
                <bdi className="text-text">{name}</bdi> <span>{says}</span>
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

function Times({ strip: { name, times }, mayBook }: { strip: FreeStrip; mayBook: boolean }) {
  return (
    <ul className="flex flex-wrap gap-1 mt-1.5 mb-0 p-0 list-none">
      {times.map(({ slot_id, label, is_short_notice }) => (
        <li key={slot_id}>
          {mayBook ? (
            <NewBookingLink
              asked={newBookingSearch({ slot_id })}
              className="inline-flex items-center min-h-7 px-2.5 border border-line-2 rounded-md bg-surface text-text text-sm font-medium no-underline hover:bg-hover @max-md:min-h-10 @max-md:px-3.5"
            >
              <span aria-hidden="true">{label}</span>
              {is_short_notice && (
                <span className="ms-1.5 text-muted text-xs font-normal">{t("short notice")}</span>
              )}
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
