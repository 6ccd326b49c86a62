import { Link, useLocation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Pager } from "~/ui/layout/pager";
import type { AgendaDay, AgendaEntry, AgendaGap } from "./agenda-model";
import { VisitBadge } from "./visit-badge";

/** Colours by status: the edge, and the state's words. Blocks and classes have none. */
const EDGES: Record<string, string> = {
  pending: "bg-wait-edge",
  confirmed: "bg-info-edge",
  paid: "bg-good-edge",
  completed: "bg-quiet-edge",
  no_show: "bg-bad-edge",
};
const STATES: Record<string, string> = {
  pending: "text-wait",
  paid: "text-good",
  no_show: "text-bad",
};

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
    <div className="flex flex-col gap-4 max-w-192">
      {days.map(({ date, label, entries, gaps, now }) => (
        <section key={date} aria-labelledby={`agenda-${date}`}>
          <h2 id={`agenda-${date}`} className="m-0 py-2 text-md font-semibold">
            {label}
          </h2>
          {entries.length === 0 && gaps.length === 0 && (
            <p className="m-0 text-muted">{t("No bookings")}</p>
          )}
          <ol className="m-0 p-0 list-none">
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
                        <li
                          key="now"
                          className="flex gap-2 items-center h-4 text-now text-2xs font-semibold after:flex-1 after:border-t-2 [&+li]:border-t-0"
                        >
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

const ITEM = "border-t border-line first:border-t-0";
/** Time, edge, text and state. */
const LINE =
  "grid grid-cols-[4.5rem_3px_minmax(0,1fr)_auto] gap-x-2.5 items-center py-1.5 no-underline";
const STACKED = "flex flex-col min-w-0";

function EntryRow({ entry }: { entry: AgendaEntry }) {
  const { key, href, status, booking_id } = entry;
  const data = {
    className: `${LINE} min-h-14 text-text hover:bg-hover`,
    "data-status": status ?? undefined,
    "data-entry": key,
  };
  const words = <EntryWords entry={entry} />;
  return (
    <li className={ITEM}>
      {href === null ? (
        <div {...data}>{words}</div>
      ) : booking_id === null ? (
        <Link to={href} {...data}>
          {words}
        </Link>
      ) : (
        <BookingLink id={booking_id} {...data}>
          {words}
        </BookingLink>
      )}
    </li>
  );
}

function EntryWords({
  entry: { status, from, length, title, detail, resource, icons, state, visit },
}: {
  entry: AgendaEntry;
}) {
  return (
    <>
      <span className={`${STACKED} font-medium`}>
        {from}
        <small className="text-muted text-sm">{length}</small>
      </span>
      <span
        className={`self-stretch my-1 rounded-[2px] ${EDGES[status ?? "completed"] ?? "bg-info-edge"}`}
      />
      <span className={STACKED}>
        <span className="flex gap-1.5 items-center min-w-0">
          {/* match-parent aligns names in another script with the rest. */}
          <bdi
            className={`font-medium wrap-anywhere [text-align:match-parent] ${status === "no_show" ? "line-through" : ""}`}
          >
            {title}
          </bdi>
          {visit !== null && <VisitBadge visit={visit} />}
        </span>
        <small className="text-muted text-sm">
          {[detail, resource].filter((word) => word !== null).join(" · ")}
        </small>
      </span>
      <span
        className={`inline-flex gap-1 items-center text-xs font-medium ${STATES[status ?? ""] ?? "text-muted"}`}
      >
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
      <span className="font-medium">{gap.from}</span>
      <span className="self-stretch my-1 border-s-2 border-dashed border-faint" />
      <span>{t("{{length}} free", { length: gap.length })}</span>
    </>
  );
  return (
    <li className={ITEM}>
      {mayEdit ? (
        <Link
          to={withDrawer(location, gap.search, "new")}
          className={`${LINE} min-h-11 text-muted hover:bg-hover`}
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
        <span className={`${LINE} min-h-11 text-muted`} data-gap>
          {words}
        </span>
      )}
    </li>
  );
}
