import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";
import type { CalendarCard, CalendarModel } from "./calendar-model";
import { FINE_STEP_MINUTES, placeProposal, type Proposal, proposalFor, STEP_MINUTES } from "./proposal";

/** A pointer that moves less is a click. CSS pixels. */
const CLICK_SLACK = 5;
/** A finger that rests this long lifts the card; one that moves sooner scrolls. */
const LIFT_MS = 350;

interface Drag {
  proposal: Proposal;
  resizes: boolean;
  x: number;
  y: number;
  /** From the card's top to where it was taken, minutes. */
  grip: number;
  lifted: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

interface DragHost {
  model: CalendarModel;
  /** The element whose children with data-column are the columns. */
  grid: RefObject<HTMLElement>;
  onMove(proposal: Proposal): void;
  onDrop(proposal: Proposal): void;
  onCancel(): void;
}

/** Handlers for a card and the strip at its foot that makes it longer: mouse, pen and touch. Nothing here changes a booking. */
export function useDrag({ model, grid, onMove, onDrop, onCancel }: DragHost) {
  const drag = useRef<Drag | null>(null);
  /** A browser clicks the link under the pointer when a drag has ended on it. */
  const hasDragged = useRef(false);

  const minutesPerPixel = () => {
    const column = grid.current?.querySelector<HTMLElement>("[data-column]");
    return column ? (model.to_minute - model.from_minute) / column.getBoundingClientRect().height : 1;
  };

  const placeAt = (event: PointerEvent): Proposal | null => {
    const current = drag.current;
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
    if (!current || columns.length === 0) return null;
    const step = event.altKey ? FINE_STEP_MINUTES : STEP_MINUTES;
    const first = columns[0]!.getBoundingClientRect();
    const minute = model.from_minute + (event.clientY - first.top) * minutesPerPixel();
    if (current.resizes) {
      const length = Math.round((minute - current.proposal.start) / step) * step;
      return placeProposal(model, current.proposal, { length: Math.max(length, step), step });
    }
    const found = columns.findIndex((column) => {
      const { left, right } = column.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right;
    });
    return placeProposal(model, current.proposal, {
      ...(found !== -1 && { column: found }),
      start: minute - current.grip,
      step,
    });
  };

  const end = () => {
    if (drag.current?.timer) clearTimeout(drag.current.timer);
    drag.current = null;
  };

  const begin = (event: PointerEvent, column: number, card: CalendarCard, resizes: boolean) => {
    const proposal = proposalFor(model, column, card);
    if (proposal === null || event.button !== 0) return;
    hasDragged.current = false;
    const target = event.currentTarget as HTMLElement;
    const { top } = (target.closest("[data-card]") ?? target).getBoundingClientRect();
    const { clientX: x, clientY: y, pointerId } = event;
    const grip = (y - top) * minutesPerPixel();
    drag.current = { proposal, resizes, x, y, grip, lifted: false, timer: null };
    if (event.pointerType === "touch")
      drag.current.timer = setTimeout(() => {
        if (!drag.current) return;
        drag.current.lifted = true;
        target.setPointerCapture(pointerId);
        onMove(drag.current.proposal);
      }, LIFT_MS);
  };

  return {
    handlersOf: (column: number, card: CalendarCard, resizes = false) => ({
      onPointerDown: (event: PointerEvent) => {
        if (resizes) event.stopPropagation();
        begin(event, column, card, resizes);
      },
      onPointerMove: (event: PointerEvent) => {
        const current = drag.current;
        if (!current) return;
        if (!current.lifted) {
          if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < CLICK_SLACK) return;
          if (event.pointerType === "touch") return end();
          current.lifted = true;
          (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        }
        const placed = placeAt(event);
        if (placed) onMove(placed);
      },
      onPointerUp: (event: PointerEvent) => {
        const placed = drag.current?.lifted ? placeAt(event) : null;
        hasDragged.current = drag.current?.lifted === true;
        end();
        if (placed) onDrop(placed);
      },
      onClick: (event: MouseEvent) => {
        if (resizes || hasDragged.current) event.preventDefault();
        hasDragged.current = false;
      },
      onPointerCancel: () => {
        const wasLifted = drag.current?.lifted;
        end();
        if (wasLifted) onCancel();
      },
    }),
  };
}
