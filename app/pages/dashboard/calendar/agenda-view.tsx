import { Link, useLocation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Pager } from "~/ui/layout/pager";
import type { AgendaDay, AgendaEntry, AgendaGap } from "./agenda-model";
import styles from "./agenda-view.module.css";

interface AgendaViewProps {
  days: AgendaDay[];
  mayEdit: boolean;
  more: AgendaPages | null;
}

/** Pagination of an agenda: URLs, and where the next page starts. */
export interface AgendaPages {
  first: string | null;
  next: string | null;
  from: string | null;
}

/** Bookings of some days as a list with gaps. */
export function AgendaView({ days, mayEdit, more }: AgendaViewProps) {
  return (
    <div className={styles.agenda}>
      {days.map(({ date, label, entries, gaps, now }) => (
        <section key={date} aria-labelledby={`agenda-${date}`}>
          <h2 id={`agenda-${date}`} className={styles.day}>
            {label}
          </h2>
          {entries.length === 0 && gaps.length === 0 && (
            <p className={styles.none}>{t("No bookings")}</p>
          )}
          <ol className={styles.entries}>
            {[
              ...entries.map((entry) => ({
                at: entry.start,
                row: <EntryRow key={entry.key} entry={entry} />,
              })),
              ...gaps.map((gap) => ({
                at: gap.start,
                row: <GapRow key={`gap ${gap.start}`} gap={gap} mayEdit={mayEdit} />,
              })),
              ...(now === null
                ? []
                : [
                    {
                      at: now.minute,
                      row: (
                        <li key="now" className={styles.now}>
                          {now.time}
                        </li>
                      ),
                    },
                  ]),
            ]
              .sort((a, b) => a.at - b.at)
              .map(({ row }) => row)}
          </ol>
        </section>
      ))}
      {more !== null && (
        <Pager
          count={more.from === null ? "" : t("Continues on {{from}}", { from: more.from })}
          first={more.first}
          next={more.next}
        />
      )}
    </div>
  );
}

function EntryRow({ entry }: { entry: AgendaEntry }) {
  const { status, key, href } = entry;
  const data = { className: styles.entry!, "data-status": status ?? undefined, "data-entry": key };
  const words = <EntryWords entry={entry} />;
  return (
    <li>
      {href === null ? (
        <div {...data}>{words}</div>
      ) : status === null ? (
        <Link to={href} {...data}>
          {words}
        </Link>
      ) : (
        <BookingLink id={key} {...data}>
          {words}
        </BookingLink>
      )}
    </li>
  );
}

function EntryWords({
  entry: { from, length, title, detail, resource, icons, state },
}: {
  entry: AgendaEntry;
}) {
  return (
    <>
      <span className={styles.time}>
        {from}
        <small>{length}</small>
      </span>
      <span className={styles.edge} />
      <span className={styles.who}>
        <bdi className={styles.title}>{title}</bdi>
        <small>{[detail, resource].filter((word) => word !== null).join(" · ")}</small>
      </span>
      <span className={styles.state}>
        {icons.map((icon) => (
          <Icon key={icon} name={icon} size={16} />
        ))}
        {state}
      </span>
    </>
  );
}

function GapRow({ gap, mayEdit }: { gap: AgendaGap; mayEdit: boolean }) {
  const location = useLocation();
  const words = (
    <>
      <span className={styles.time}>{gap.from}</span>
      <span className={styles.edge} />
      <span className={styles.who}>{t("{{length}} free", { length: gap.length })}</span>
    </>
  );
  return (
    <li>
      {mayEdit ? (
        <Link
          to={withDrawer(location, gap.search, "new")}
          className={styles.gap!}
          aria-label={t("{{time}}, {{length}} free: book it", {
            time: gap.from,
            length: gap.length,
          })}
          preventScrollReset
          data-gap
        >
          {words}
          <Icon name="plus" size={16} />
        </Link>
      ) : (
        <span className={styles.gap} data-gap>
          {words}
        </span>
      )}
    </li>
  );
}
