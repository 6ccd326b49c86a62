import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { clockFormat } from "~/i18n/clock-format";
import type { AxisDay, CalendarView } from "./axis";
import { CalendarColumnView } from "./calendar-column";
import type { CalendarModel } from "./calendar-model";
import { focusBeside } from "./focus-beside";
import { MoveBar } from "./move-bar";
import { placeProposal, startsAt, STEP_MINUTES } from "./proposal";
import { useDrag } from "./use-drag";
import { useProposal } from "./use-proposal";
import styles from "./calendar-grid.module.css";

interface CalendarGridProps {
  model: CalendarModel;
  view: CalendarView;
  locale: string;
  time_zone: string;
  mayEdit: boolean;
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const;

/** A day of resources, or a week: cards on a scale of time. Links without script; with it, bookings can be moved. */
export function CalendarGrid({ model, view, locale, time_zone, mayEdit }: CalendarGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [notify, setNotify] = useState(false);
  const clock = clockFormat(locale, time_zone, { weekday: "short" });
  const describe = (epochMs: number) => clock.format(epochMs);
  const move = useProposal(model, describe);
  const { proposal } = move;
  const drag = useDrag({ model, grid, onMove: move.place, onDrop: move.drop, onCancel: move.cancel });
  const height = model.to_minute - model.from_minute;

  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, select, textarea, button");
    if (isTyping && event.key !== "Escape") return;
    const arrow = ARROWS[event.key as keyof typeof ARROWS];
    if (proposal) {
      if (event.key === "Escape") move.cancel();
      else if (event.key === "Enter") move.confirm(notify);
      else if (arrow) {
        const [columns, steps] = arrow;
        if (event.shiftKey)
          move.place(placeProposal(model, proposal, { length: proposal.minutes + steps * STEP_MINUTES }));
        else
          move.place(
            placeProposal(model, proposal, {
              column: proposal.column + columns,
              start: proposal.start + steps * STEP_MINUTES,
            }),
          );
      } else return;
      event.preventDefault();
    } else if (arrow && !event.altKey && !event.ctrlKey && !event.metaKey) {
      if (focusBeside(grid.current, document.activeElement, arrow)) event.preventDefault();
    } else if (event.key === "m" && mayEdit) {
      const at = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-card]");
      const column = model.columns.findIndex(({ key }) => key === at?.dataset["in"]);
      const card = model.columns[column]?.cards.find(({ key }) => key === at?.dataset["card"]);
      if (card?.booking) move.pickUp(column, card);
    }
  };

  return (
    <div className={styles.frame} onKeyDown={onKeyDown}>
      <div
        ref={grid}
        className={styles.grid}
        data-view={view}
        data-proposing={proposal !== null || undefined}
        style={{ "--columns": model.columns.length, "--height": height } as CSSProperties}
      >
        <Hours day={model.days[0]!} model={model} />
        {model.columns.map((column, index) => (
          <CalendarColumnView
            key={column.key}
            model={model}
            index={index}
            view={view}
            proposal={proposal?.column === index ? proposal : null}
            leaving={proposal ?? move.sent}
            handlersOf={mayEdit ? drag.handlersOf : null}
            describe={describe}
            alternatives={(move.outcome?.alternatives ?? []).filter((slot) => isIn(model, index, slot))}
            onAlternative={(fields) => move.follow(fields, false)}
          />
        ))}
      </div>
      <MoveBar
        proposal={
          proposal && {
            title: proposal.card.title,
            from: describe(startsAt(model, proposal.from)),
            to: describe(startsAt(model, proposal)),
            resource: model.columns[proposal.column]!.title,
            minutes: proposal.minutes,
            is_resized: proposal.minutes !== proposal.from.minutes,
          }
        }
        outcome={move.outcome}
        isSending={move.isSending}
        notify={notify}
        onNotify={setNotify}
        onConfirm={() => move.confirm(notify)}
        onCancel={move.cancel}
        onFollow={move.follow}
        onDismiss={move.dismiss}
        nameOf={(slot) =>
          `${describe(slot.starts_ms)}, ${model.columns.find((column) => column.resource_id === slot.resource_id)?.title ?? "another resource"}`
        }
      />
    </div>
  );
}

function isIn(model: CalendarModel, index: number, slot: { resource_id: string; starts_ms: number }): boolean {
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  return (
    column.resource_id === slot.resource_id &&
    slot.starts_ms >= day.starts_ms &&
    slot.starts_ms < day.starts_ms + day.minutes * 60_000
  );
}

/** The scale at the side. A day with another scale, because the clock changes on it, carries its own. */
function Hours({ day, model }: { day: AxisDay; model: CalendarModel }) {
  return (
    <div className={styles.hours} aria-hidden="true">
      {day.hours
        .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
        .map(({ minute, label }) => (
          <span key={minute} className={styles.hour} style={{ "--at": minute - model.from_minute } as CSSProperties}>
            {label}
          </span>
        ))}
    </div>
  );
}
