import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { CalendarCard, CalendarModel } from "./calendar-model";
import type { MoveAlternative, MoveAnswer } from "./move-answer";
import { isChanged, moveFields, type Proposal, proposalFor, startsAt } from "./proposal";

/** What the last move came to, for the line below the calendar. */
export interface MoveOutcome {
  message: string;
  tone: "good" | "bad";
  alternatives: MoveAlternative[];
  /** The form that takes it back; null: it cannot be. */
  undo: Record<string, string> | null;
}

/** A booking on its way to another place: proposed, then carried out by the server or given up. */
export function useProposal(model: CalendarModel, describe: (epochMs: number) => string) {
  const fetcher = useFetcher<MoveAnswer | { result: unknown }>();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [sent, setSent] = useState<Proposal | null>(null);
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null);
  const { data, state } = fetcher;

  useEffect(() => {
    if (state !== "idle" || data === undefined || sent === null) return;
    setSent(null);
    if ("result" in data) {
      setOutcome({ message: "This move could not be read. Reload the page.", tone: "bad", alternatives: [], undo: null });
    } else if (data.kind === "moved") {
      const { card, from } = sent;
      const { resource_id } = model.columns[from.column] ?? {};
      const minutes = from.minutes;
      setOutcome({
        message: `Moved ${card.title} to ${describe(data.starts_ms)}.`,
        tone: "good",
        alternatives: [],
        undo: {
          id: data.id,
          version: String(data.version),
          starts_at: new Date(startsAt(model, { column: from.column, start: from.start })).toISOString(),
          duration_minutes: String(minutes),
          ...(resource_id && { resource_id }),
        },
      });
    } else {
      setOutcome({ message: data.message, tone: "bad", alternatives: data.alternatives, undo: null });
    }
    // The model may be newer than the move; what it came to is told once, when the answer is here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, state]);

  const send = (fields: Record<string, string>, of: Proposal | null) => {
    setSent(of);
    setProposal(null);
    setOutcome(null);
    fetcher.submit(fields, { method: "post" });
  };

  return {
    proposal,
    outcome,
    isSending: state !== "idle",
    sent,
    pickUp: (column: number, card: CalendarCard) => {
      setOutcome(null);
      setProposal(proposalFor(model, column, card));
    },
    place: (placed: Proposal) => {
      setOutcome(null);
      setProposal(placed);
    },
    drop: (placed: Proposal) => setProposal(isChanged(placed) ? placed : null),
    cancel: () => setProposal(null),
    dismiss: () => setOutcome(null),
    confirm: (notify: boolean) => proposal && send(moveFields(model, proposal, notify), proposal),
    takeAlternative: (slot: MoveAlternative, of: Proposal, notify: boolean) =>
      send({ id: of.card.booking.id, slot_id: slot.slot_id, ...(notify && { notify: "on" }) }, of),
    undo: (fields: Record<string, string>) => send(fields, null),
  };
}
