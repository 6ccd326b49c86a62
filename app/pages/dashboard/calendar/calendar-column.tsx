import { Form, Link } from "@remix-run/react";
import { type CSSProperties, memo, type ReactNode } from "react";
import { plural, t } from "~/i18n/text";
import { NEW_BOOKING, newBookingSearch } from "~/ui/layout/navigation";
import { Avatar } from "./avatar";
import type { CalendarView } from "./axis";
import { Card } from "./calendar-card";
import type { CalendarColumn, CalendarModel } from "./calendar-model";
import { BLOCK_PAGE, blockPath } from "~/ui/block/block-address";
import { freeMinutes, freeTimes } from "./free-times";
import { FreeWords } from "./free-words";
import { type Chosen, type Proposal, type ProposedPart, serviceOf, startsAt } from "./proposal";
import type { MoveOutcome } from "./use-proposal";
import type { WhyView } from "./why-model";
import styles from "./calendar-column.module.css";

interface CalendarColumnProps {
  model: CalendarModel;
  index: number;
  view: CalendarView;
  mayEdit: boolean;
  /** The proposed booking in this column. */
  proposal: Proposal | null;
  /** Service of the booking being moved, to show its free times; undefined if none. */
  moving: string | null | undefined;
  /** The booking being moved out of this column. */
  leaving: string | null;
  /** The visit of which all services are moved. */
  leavingVisit: string | null;
  /** Its other services where they would move. */
  parts: readonly ProposedPart[];
  /** Time selected by click or drag. */
  chosen: Chosen | null;
  /** Times removed by each rule, if requested. */
  marks: WhyView["marks"];
  clock: Intl.DateTimeFormat;
  alternatives: MoveOutcome["alternatives"];
  onAlternative(fields: Record<string, string>): void;
}

const PROPOSAL =
  "inset-s-0.5 inset-e-0.75 z-7 flex flex-col min-h-5 px-2 py-px overflow-hidden rounded-sm bg-accent-soft shadow-[inset_0_0_0_2px_var(--accent),var(--shadow-raised)] text-xs pointer-events-none forced-colors:border";

/** One resource on one day. Memoised, so it rerenders only for its own changes. */
export const CalendarColumnView = memo(function CalendarColumnView(props: CalendarColumnProps) {
  const {
    model,
    index,
    view,
    mayEdit,
    proposal,
    moving,
    leaving,
    leavingVisit,
    parts,
    chosen,
    marks,
    clock,
    alternatives,
    onAlternative,
  } = props;
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  const at = (start: number, end: number) =>
    ({
      "--start": Math.max(start, model.from_minute) - model.from_minute,
      "--length": Math.max(Math.min(end, model.to_minute) - Math.max(start, model.from_minute), 0),
    }) as CSSProperties;
  const isShown = ({ start, end }: { start: number; end: number }) =>
    end > model.from_minute && start < model.to_minute;
  const where = { resource: column.title, day: day.label };
  // The time scale is the first day's.
  const hasOwnHours = day.minutes !== model.days[0]!.minutes;
  const free = freeTimes(column.free, moving);
  const [placed, hatched] = [styles.placed!, `${styles.placed} ${styles.hatched}`];
  return (
    <section
      className="min-w-0 border-s border-line"
      aria-label={view === "week" ? `${day.label}, ${column.title}` : column.title}
    >
      <ColumnHead column={column} day={day} view={view} mayEdit={mayEdit}>
        {moving === undefined ? (
          <FreeWords
            column={column}
            day={day.label}
            free={freeMinutes(column.free, Math.round((model.now_ms - day.starts_ms) / 60_000))}
          />
        ) : (
          plural(
            free.filter(({ schedule_id }) => schedule_id === moving).length,
            "{{count}} time fits",
            "{{count}} times fit",
          )
        )}
      </ColumnHead>
      <div className={styles.body} data-column>
        {hasOwnHours &&
          day.hours
            .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
            .map(({ minute, label }) => (
              <span
                key={minute}
                className={`${placed} inset-e-1 z-2 text-wait text-2xs font-semibold pointer-events-none`}
                style={at(minute, minute + 60)}
                aria-hidden="true"
              >
                {label}
              </span>
            ))}
        {column.cards.map(
          ({ key, around, lane, lanes }) =>
            around !== null &&
            isShown(around) && (
              <span
                key={key}
                className={`${placed} inset-s-[calc(100%/var(--lanes)*var(--lane)+2px)] z-2 w-[calc(100%/var(--lanes)-5px)] rounded-md bg-muted/16 pointer-events-none`}
                style={
                  {
                    ...at(around.start, around.end),
                    "--lane": lane,
                    "--lanes": lanes,
                  } as CSSProperties
                }
                data-around
              />
            ),
        )}
        <ul className="m-0 p-0 list-none">
          {column.closed.filter(isShown).map(({ start, end, is_break }) => (
            <li key={`closed ${start}`}>
              <Link
                to={column.why}
                className={hatched}
                style={at(start, end)}
                data-place={`closed ${column.key} ${start}`}
                draggable={false}
                preventScrollReset
                aria-label={
                  is_break
                    ? t("Break, {{resource}}, {{day}}: why can nothing be booked?", where)
                    : t("Closed, {{resource}}, {{day}}: why can nothing be booked?", where)
                }
              >
                <span aria-hidden="true">{is_break ? t("Break") : t("Closed")}</span>
              </Link>
            </li>
          ))}
          {free.filter(isShown).map(({ slot_id, schedule_id, start, until }) => {
            const time = clock.format(startsAt(model, { column: index, start }));
            const words = { time, resource: column.title, service: serviceOf(model, schedule_id) };
            return (
              <li key={slot_id}>
                {mayEdit ? (
                  <a
                    href={`${NEW_BOOKING}?${newBookingSearch({ slot_id })}`}
                    className={`${placed} ${styles.free}`}
                    style={at(start, until)}
                    data-place={slot_id}
                    data-free={slot_id}
                    data-own={schedule_id === moving || undefined}
                    draggable={false}
                    aria-label={t("{{time}}, {{resource}}, free for {{service}}: book it", words)}
                  >
                    <span aria-hidden="true">{time}</span>
                  </a>
                ) : (
                  <span className="hidden-text">
                    {t("{{time}}, {{resource}}, free for {{service}}", words)}
                  </span>
                )}
              </li>
            );
          })}
          {column.blocks.filter(isShown).map((block) => (
            <li key={block.id}>
              <Link
                to={blockPath({ id: block.id })}
                className={`${hatched} ${styles.off}`}
                style={at(block.start, block.end)}
                data-place={block.id}
                data-off={block.id}
                draggable={false}
                aria-label={block.label}
              >
                <span>
                  {block.reason === null
                    ? t("Blocked")
                    : t("Blocked: {{reason}}", { reason: block.reason })}
                </span>
                <span className="font-normal">
                  {[block.time, ...(block.made_by === null ? [] : [block.made_by])].join(", ")}
                </span>
              </Link>
            </li>
          ))}
          {column.busy.filter(isShown).map(({ key, start, end, title, time, is_hard }) => (
            <li key={key}>
              <span
                className={`${hatched} ${styles.off}`}
                style={at(start, end)}
                data-busy={is_hard ? "hard" : "advise"}
              >
                <span>{title}</span>
                <span className="font-normal">
                  {is_hard ? time : [time, t("can still be booked")].join(", ")}
                </span>
              </span>
            </li>
          ))}
          {column.cards.filter(isShown).map((card) => (
            <li key={card.key}>
              <Card
                card={card}
                columnKey={column.key}
                style={at(card.start, card.end)}
                now_ms={model.now_ms}
                isTight={column.cards.some(
                  ({ start, end }) => end === card.start || start === card.end,
                )}
                isLeaving={
                  leaving === card.key ||
                  (leavingVisit !== null && card.booking?.visit_id === leavingVisit)
                }
                mayMove={mayEdit}
              />
            </li>
          ))}
          {alternatives.map((slot) => {
            const start = Math.round((slot.starts_ms - day.starts_ms) / 60_000);
            return (
              <li key={slot.slot_id}>
                <button
                  type="button"
                  className={`${placed} inset-x-0.75 z-6 w-[calc(100%-6px)] min-h-6 px-2 py-1 border-2 border-dashed border-good rounded-md bg-good-soft text-good text-sm font-semibold text-start cursor-pointer`}
                  style={at(start, start + Math.round((slot.ends_ms - slot.starts_ms) / 60_000))}
                  data-place={`to ${slot.slot_id}`}
                  onClick={() => onAlternative(slot.fields)}
                >
                  {t("Move to {{time}}", { time: clock.format(slot.starts_ms) })}
                </button>
              </li>
            );
          })}
        </ul>
        {marks.filter(isShown).map(({ start, end, words }) => (
          <span
            key={`${start} ${words}`}
            className={`${placed} inset-x-0.75 z-6 flex items-end justify-end overflow-hidden border-2 border-dashed border-bad/75 rounded-md pointer-events-none`}
            style={at(start, end)}
            aria-hidden="true"
          >
            <span className="px-1.5 truncate rounded-ss-md bg-bad-soft text-bad text-xs font-semibold">
              {words}
            </span>
          </span>
        ))}
        {chosen && (
          <div
            className={`${placed} ${PROPOSAL}`}
            style={at(chosen.start, chosen.start + chosen.minutes)}
            data-chosen
            aria-hidden="true"
          >
            <span className="truncate">{clock.format(startsAt(model, chosen))}</span>
          </div>
        )}
        {proposal && (
          <div
            className={`${placed} ${PROPOSAL}`}
            style={at(proposal.start, proposal.start + proposal.minutes)}
            data-proposal
            aria-hidden="true"
          >
            <span className="truncate">{clock.format(startsAt(model, proposal))}</span>
            <span className="truncate font-semibold">{proposal.card.title}</span>
          </div>
        )}
        {parts.map((part) => (
          <div
            key={part.key}
            className={`${placed} ${PROPOSAL}`}
            style={at(part.start, part.start + part.minutes)}
            data-proposed-part
            aria-hidden="true"
          >
            <span className="truncate">{clock.format(startsAt(model, part))}</span>
            <span className="truncate">{part.service ?? part.title}</span>
          </div>
        ))}
        {model.now?.day === column.day &&
          model.now.minute >= model.from_minute &&
          model.now.minute < model.to_minute && (
            <div
              className={`${placed} ${styles.now} inset-x-0 z-5 border-t-2 border-now pointer-events-none`}
              style={at(model.now.minute, model.now.minute)}
            />
          )}
      </div>
    </section>
  );
});

interface ColumnHeadProps {
  column: CalendarColumn;
  day: CalendarModel["days"][number];
  view: CalendarView;
  mayEdit: boolean;
  children: ReactNode;
}

/**
 * Closes the rest of the day; the bookings that are still in it are listed next. Shown on hover and
 * focus, and always on touch screens.
 */
function CloseDay({
  column,
  date,
  label,
}: {
  column: CalendarColumn;
  date: string;
  label: string;
}) {
  return (
    <Form
      method="post"
      action={BLOCK_PAGE}
      className="ms-auto pointer-fine:opacity-0 focus-within:opacity-100 [section:hover_&]:opacity-100"
    >
      <input type="hidden" name="resource" value={column.resource_id} />
      <input type="hidden" name="day" value={date} />
      <button
        type="submit"
        name="intent"
        value="ill"
        className="flex items-center min-h-7 px-2 border border-line-2 rounded-md bg-raised text-text text-xs font-medium cursor-pointer hover:bg-hover pointer-coarse:min-h-9"
      >
        <span>
          {label}
          <span className="hidden-text">: {column.title}</span>
        </span>
      </button>
    </Form>
  );
}

const HEAD =
  "sticky top-0 flex h-(--head) border-b border-line bg-surface text-sm whitespace-nowrap";

const DayNumber = ({ day }: Pick<ColumnHeadProps, "day">) => (
  <b
    className={`grid place-items-center min-w-6 h-6 font-semibold ${day.is_today ? "px-1 rounded-[1rem] bg-now text-surface text-sm" : "text-lg"}`}
    aria-hidden="true"
  >
    {day.number}
  </b>
);

function ColumnHead({ column, day, view, mayEdit, children }: ColumnHeadProps) {
  return (
    <div className={`${HEAD} z-8 gap-2 items-center px-2`}>
      {view === "week" ? (
        <DayNumber day={day} />
      ) : (
        <Avatar name={column.title} color={column.color} />
      )}
      <div className="min-w-0">
        <h2 className="m-0 truncate text-sm font-medium">
          {view === "week" ? (
            <>
              <span aria-hidden="true">{day.weekday}</span>
              <span className="hidden-text">
                {day.label}, {column.title}
              </span>
            </>
          ) : (
            column.title
          )}
        </h2>
        <small className="block truncate text-muted text-xs">{children}</small>
      </div>
      {mayEdit && view === "day" && column.close_day !== null && (
        <CloseDay column={column} date={day.date} label={column.close_day} />
      )}
    </div>
  );
}
