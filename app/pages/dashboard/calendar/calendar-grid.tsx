import { useLocation, useNavigate } from "@remix-run/react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { withDrawer } from "~/ui/layout/drawer-address";
import type { AxisDay, CalendarView } from "./axis";
import { newBookingSearch } from "~/ui/layout/navigation";
import { blockSearch } from "~/ui/block/block-address";
import { CalendarColumnView } from "./calendar-column";
import type { CalendarModel } from "./calendar-model";
import { ChooseBar } from "./choose-bar";
import { focusBeside } from "./focus-beside";
import { MoveBar } from "./move-bar";
import {
  asService,
  type Chosen,
  isOfVisit,
  otherServices,
  placeProposal,
  type ProposedPart,
  proposedParts,
  proposedState,
  serviceOf,
  startsAt,
  stateOf,
  STEP_MINUTES,
} from "./proposal";
import { useOneTabStop } from "./use-one-tab-stop";
import { useTogether } from "./use-together";
import { usePointer } from "./use-pointer";
import { type MoveOutcome, useProposal } from "./use-proposal";
import type { WhyView } from "./why-model";
import { WhyPanel } from "./why-panel";
import styles from "./calendar-grid.module.css";

interface CalendarGridProps {
  model: CalendarModel;
  view: CalendarView;
  locale: string;
  time_zone: string;
  mayEdit: boolean;
  why: WhyView | null;
}

const ARROWS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
} as const;
const NONE: never[] = [];

/**
 * Resources over a day or week: cards on a time scale. Links without scripts; with scripts,
 * bookings can be dragged.
 */
export function CalendarGrid({ model, view, locale, time_zone, mayEdit, why }: CalendarGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [notify, setNotify] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const clock = useMemo(
    () => clockFormat(locale, time_zone, { weekday: "short" }),
    [locale, time_zone],
  );
  const describe = (epochMs: number) => clock.format(epochMs);
  const move = useProposal(model, describe);
  const { proposal } = move;
  const shape = model.columns.map(({ key }) => key).join();
  const [seen, setSeen] = useState(shape);
  if (seen !== shape) {
    // The days or resources changed, so discard the proposal.
    setSeen(shape);
    setChosen(null);
    move.cancel();
  }
  const pointer = usePointer({
    model,
    grid,
    mayEdit,
    onMove: (placed) => {
      setChosen(null);
      move.place(placed);
    },
    onDrop: move.drop,
    onCancel: () => {
      setChosen(null);
      move.cancel();
    },
    onChoose: (time) => {
      move.cancel();
      setChosen(time);
    },
  });
  const tabStop = useOneTabStop(grid, model);
  const openOver = useOpenOver();
  const follow = useRef(move.follow);
  useEffect(() => {
    follow.current = move.follow;
  });
  const onAlternative = useCallback(
    (fields: Record<string, string>) => follow.current(fields, false),
    [],
  );
  const leaving = proposal ?? move.sent;
  const leavingVisit = leaving && isOfVisit(leaving) ? leaving.card.booking.visit_id : null;
  const parts = proposal ? proposedParts(model, proposal) : NONE;
  const together = useTogether(grid);
  const height = model.to_minute - model.from_minute;

  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.closest("input, select, textarea, button");
    if (isTyping && event.key !== "Escape") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key as keyof typeof ARROWS];
    const place = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>(
      "[data-place]",
    );
    if (proposal) {
      if (event.key === "Escape") move.cancel();
      else if (event.key === "Enter") move.confirm(notify);
      else if (arrow) {
        const [columns, steps] = arrow;
        const length = proposal.minutes + steps * STEP_MINUTES;
        const [column, start] = [proposal.column + columns, proposal.start + steps * STEP_MINUTES];
        move.place(placeProposal(model, proposal, event.shiftKey ? { length } : { column, start }));
      } else return;
      event.preventDefault();
    } else if (event.key === "Escape" && chosen) {
      setChosen(null);
    } else if (event.key === "Escape" && why) {
      event.currentTarget.querySelector<HTMLElement>("[data-close-why]")?.click();
    } else if (arrow) {
      if (focusBeside(grid.current, document.activeElement, arrow)) event.preventDefault();
    } else if (event.key === "m" && mayEdit) {
      const column = model.columns.findIndex(({ key }) => key === place?.dataset["in"]);
      const card = model.columns[column]?.cards.find(({ key }) => key === place?.dataset["card"]);
      if (card?.booking) move.pickUp(column, card);
    } else if (event.key === "b" && mayEdit) {
      const column = model.columns.find(({ free }) =>
        free.some(({ slot_id }) => slot_id === place?.dataset["place"]),
      );
      const free = column?.free.find(({ slot_id }) => slot_id === place?.dataset["place"]);
      if (!column || !free) return;
      const starts_ms = startsAt(model, {
        column: model.columns.indexOf(column),
        start: free.start,
      });
      openOver.block(
        blockSearch({ resource_id: column.resource_id, starts_ms, minutes: free.end - free.start }),
      );
    }
  };

  const whyColumn = model.columns.findIndex(({ key }) => key === why?.column);
  return (
    <div className={styles.frame} onKeyDown={onKeyDown}>
      <p id="calendar-keys" className="hidden-text">
        {mayEdit
          ? t(
              "Arrow keys walk through the times, Enter opens or books, m picks a booking up, b blocks a free time.",
            )
          : t("Arrow keys walk through the times, Enter opens.")}
      </p>
      <div className={styles.window}>
        <div
          ref={grid}
          className={styles.grid}
          role="region"
          aria-label={t("Times")}
          aria-describedby="calendar-keys"
          data-view={view}
          data-proposing={proposal !== null || undefined}
          style={
            {
              "--columns": model.columns.length,
              "--height": height,
            } as CSSProperties
          }
          {...pointer}
          onClickCapture={(event) => {
            pointer.onClickCapture(event);
            if (!event.defaultPrevented) openOver.onClick(event);
          }}
          {...together}
          onFocus={(event) => {
            tabStop.onFocus(event);
            together.onFocus(event);
          }}
        >
          <div className="sticky top-0 inset-s-0 z-10 col-1 row-1 h-(--head) border-b border-line bg-surface" />
          <Hours day={model.days[0]!} model={model} />
          {model.columns.map((column, index) => (
            <CalendarColumnView
              key={column.key}
              model={model}
              index={index}
              view={view}
              mayEdit={mayEdit}
              clock={clock}
              onAlternative={onAlternative}
              proposal={proposal?.column === index ? proposal : null}
              moving={proposal?.card.booking.schedule_id}
              leaving={leaving?.from.column === index ? leaving.card.key : null}
              leavingVisit={leavingVisit}
              parts={partsIn(parts, index)}
              chosen={chosen?.column === index ? chosen : null}
              marks={why?.column === column.key ? why.marks : NONE}
              alternatives={alternativesIn(model, index, move.outcome)}
            />
          ))}
        </div>
      </div>
      {why && <WhyPanel why={why} side={whyColumn < model.columns.length / 2 ? "end" : "start"} />}
      {chosen && (
        <ChooseBar
          time={{
            resource_id: model.columns[chosen.column]!.resource_id,
            starts_ms: startsAt(model, chosen),
            minutes: chosen.minutes,
          }}
          words={[
            clock.formatRange(
              startsAt(model, chosen),
              startsAt(model, chosen) + chosen.minutes * 60_000,
            ),
            model.columns[chosen.column]!.title,
            stateOf(model, chosen),
          ].join(", ")}
          onClose={() => setChosen(null)}
        />
      )}
      <MoveBar
        proposal={
          proposal && {
            title: proposal.card.title,
            from: describe(startsAt(model, proposal.from)),
            to: describe(startsAt(model, proposal)),
            resource: model.columns[proposal.column]!.title,
            minutes: proposal.minutes,
            is_resized: proposal.minutes !== proposal.from.minutes,
            state: proposedState(model, proposal),
            former: model.columns[proposal.from.column]!.title,
            kind:
              proposal.card.booking.need_no !== null
                ? "need"
                : isOfVisit(proposal)
                  ? "visit"
                  : "booking",
            visit:
              proposal.card.booking.need_no === null && proposal.minutes === proposal.from.minutes
                ? proposal.card.visit
                : null,
            is_alone: proposal.is_alone,
            service: serviceOf(model, proposal.card.booking.schedule_id),
            becomes: proposal.slot && serviceOf(model, proposal.slot.schedule_id),
            others: otherServices(model, proposal).map(({ slot_id, schedule_id }) => ({
              slot_id,
              name: serviceOf(model, schedule_id),
            })),
            chosen: proposal.slot?.slot_id ?? "",
          }
        }
        onAlone={(is_alone) => move.place({ ...move.proposal!, is_alone, slot: null })}
        onService={(slotId) => move.place(asService(model, move.proposal!, slotId))}
        outcome={move.outcome}
        isSending={move.isSending}
        notify={notify}
        onNotify={setNotify}
        onConfirm={() => move.confirm(notify)}
        onCancel={move.cancel}
        onFollow={move.follow}
        onDismiss={move.dismiss}
        nameOf={(slot) =>
          `${describe(slot.starts_ms)}, ${model.columns.find((column) => column.resource_id === slot.resource_id)?.title ?? t("another resource")}`
        }
      />
    </div>
  );
}

/** Opens bookings, time off and new bookings in drawers; the links lead to full pages. */
function useOpenOver() {
  const location = useLocation();
  const navigate = useNavigate();
  const over = (to: string) => navigate(to, { preventScrollReset: true });
  const block = (search: string) => over(withDrawer(location, search, "block"));
  return {
    block,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      const at = (event.target as Element).closest<HTMLElement>(
        "[data-booking], [data-off], [data-free]",
      );
      if (at === null) return;
      event.preventDefault();
      const { booking, off, free } = at.dataset;
      if (booking !== undefined) over(withDrawer(location, booking));
      else if (free !== undefined)
        over(withDrawer(location, newBookingSearch({ slot_id: free }), "new"));
      else if (off !== undefined) block(blockSearch({ id: off }));
    },
  };
}

function partsIn(parts: ProposedPart[], index: number): ProposedPart[] {
  const here = parts.filter(({ column }) => column === index);
  return here.length > 0 ? here : NONE;
}

function alternativesIn(
  model: CalendarModel,
  index: number,
  outcome: MoveOutcome | null,
): MoveOutcome["alternatives"] {
  const found = (outcome?.alternatives ?? NONE).filter((slot) => isIn(model, index, slot));
  return found.length > 0 ? found : NONE;
}

function isIn(
  model: CalendarModel,
  index: number,
  slot: { resource_id: string; starts_ms: number },
): boolean {
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  return (
    column.resource_id === slot.resource_id &&
    slot.starts_ms >= day.starts_ms &&
    slot.starts_ms < day.starts_ms + day.minutes * 60_000
  );
}

/** The time scale. A day with a clock change has its own. */
function Hours({ day, model }: { day: AxisDay; model: CalendarModel }) {
  return (
    <div
      className="sticky inset-s-0 z-9 col-1 row-1 h-[calc(var(--height)*var(--minute))] mt-(--head) bg-surface"
      aria-hidden="true"
    >
      {day.hours
        .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
        .map(({ minute, label }) => (
          <span
            key={minute}
            // The label's first line aligns with its hour; a repeated hour has a second line.
            className="absolute top-[calc(var(--at)*var(--minute))] inset-s-0 inset-e-2 -translate-y-[0.4375rem] text-muted text-2xs text-end first:translate-y-0.5 max-md:inset-e-1"
            style={{ "--at": minute - model.from_minute } as CSSProperties}
          >
            {label}
          </span>
        ))}
    </div>
  );
}
