import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { CalendarModel } from "./calendar-model";
import {
  type Chosen,
  choose,
  clickedTime,
  FINE_STEP_MINUTES,
  placeProposal,
  type Proposal,
} from "./proposal";
import { proposalFor, STEP_MINUTES } from "./proposal";

/** Movements below this are clicks, in CSS pixels. */
const CLICK_SLACK = 5;
/** Long press before a finger drags a card; moving earlier scrolls. */
const LIFT_MS = 350;

type Subject =
  | {
      kind: "move" | "resize";
      proposal: Proposal;
      /** Distance from the card's top to the pointer, in minutes. */ grip: number;
    }
  | { kind: "choose"; column: number; anchor: number };

interface Press {
  subject: Subject;
  x: number;
  y: number;
  isLifted: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

interface PointerHost {
  model: CalendarModel;
  /** The element with the columns, which have data-column. */
  grid: RefObject<HTMLElement>;
  mayEdit: boolean;
  onMove(proposal: Proposal): void;
  onDrop(proposal: Proposal): void;
  onChoose(chosen: Chosen): void;
  onCancel(): void;
}

/**
 * Pointer handlers for the grid (mouse, pen, touch): drag a card or its bottom edge, click or drag
 * empty space. Attached to the grid, so unchanged parts don't rerender. Never changes a booking
 * itself.
 */
export function usePointer(host: PointerHost) {
  const { model, grid, mayEdit } = host;
  const press = useRef<Press | null>(null);
  /** The browser fires a click after a drag. */
  const hasDragged = useRef(false);

  // While dragging by touch, prevent scrolling, which requires a non-passive listener.
  useEffect(() => {
    const element = grid.current;
    const keepStill = (event: TouchEvent) =>
      press.current?.isLifted && event.cancelable && event.preventDefault();
    element?.addEventListener("touchmove", keepStill, { passive: false });
    return () => element?.removeEventListener("touchmove", keepStill);
  }, [grid]);

  const columns = () => [...(grid.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
  const minuteAt = (body: HTMLElement, clientY: number): number => {
    const { top, height } = body.getBoundingClientRect();
    return model.from_minute + ((clientY - top) / height) * (model.to_minute - model.from_minute);
  };
  const stepOf = (event: { altKey: boolean }) => (event.altKey ? FINE_STEP_MINUTES : STEP_MINUTES);

  const subjectAt = (event: PointerEvent): Subject | null => {
    const target = event.target as Element;
    const body = target.closest<HTMLElement>("[data-column]");
    if (body === null) return null;
    const cardAt = target.closest<HTMLElement>("[data-card]");
    const minute = minuteAt(body, event.clientY);
    if (cardAt === null) {
      const isOther = target.closest("[data-off], button") !== null;
      return isOther ? null : { kind: "choose", column: columns().indexOf(body), anchor: minute };
    }
    const column = model.columns.findIndex(({ key }) => key === cardAt.dataset["in"]);
    const card = model.columns[column]?.cards.find(({ key }) => key === cardAt.dataset["card"]);
    const proposal = card ? proposalFor(model, column, card) : null;
    if (proposal === null) return null;
    const kind = target.closest("[data-resize]") ? "resize" : "move";
    return { kind, proposal, grip: minute - proposal.start };
  };

  const report = (event: PointerEvent, { subject }: Press, isLast: boolean) => {
    const step = stepOf(event);
    const all = columns();
    if (subject.kind === "choose") {
      const minute = minuteAt(all[subject.column]!, event.clientY);
      return host.onChoose(choose(model, subject.column, subject.anchor, minute, step));
    }
    const { proposal, grip, kind } = subject;
    const minute = minuteAt(all[0]!, event.clientY);
    const under = all.findIndex((column) => {
      const { left, right } = column.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right;
    });
    const length = Math.max(Math.round((minute - proposal.start) / step) * step, step);
    const to =
      kind === "resize"
        ? { length, step }
        : { ...(under !== -1 && { column: under }), start: minute - grip, step };
    (isLast ? host.onDrop : host.onMove)(placeProposal(model, proposal, to));
  };

  const lift = (current: Press, pointerId: number) => {
    current.isLifted = true;
    grid.current?.setPointerCapture(pointerId);
    if (current.subject.kind !== "choose") host.onMove(current.subject.proposal);
  };
  const end = () => {
    if (press.current?.timer) clearTimeout(press.current.timer);
    press.current = null;
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      hasDragged.current = false;
      const subject = mayEdit && event.button === 0 && event.isPrimary ? subjectAt(event) : null;
      if (subject === null) return;
      const { clientX: x, clientY: y, pointerId } = event;
      const current: Press = { subject, x, y, isLifted: false, timer: null };
      press.current = current;
      if (event.pointerType === "touch")
        current.timer = setTimeout(() => lift(current, pointerId), LIFT_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const current = press.current;
      if (!current) return;
      if (!current.isLifted) {
        if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < CLICK_SLACK) return;
        if (event.pointerType === "touch") return end();
        lift(current, event.pointerId);
      }
      report(event, current, false);
    },
    onPointerUp: (event: PointerEvent) => {
      const current = press.current;
      hasDragged.current = current?.isLifted === true;
      end();
      if (current?.isLifted) report(event, current, true);
    },
    onPointerCancel: () => {
      const wasLifted = press.current?.isLifted;
      end();
      if (wasLifted) host.onCancel();
    },
    /** Long-pressing a link opens a context menu on some phones. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.isLifted) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (hasDragged.current) {
        hasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const target = event.target as Element;
      const body = target.closest<HTMLElement>("[data-column]");
      if (!mayEdit || body === null || target.closest("a, button") !== null) return;
      host.onChoose(clickedTime(model, columns().indexOf(body), minuteAt(body, event.clientY)));
    },
  };
}
