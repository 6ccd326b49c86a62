import { isolate } from "~/lib/isolate";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "~/ui/connection/cut-off";
import type { CalendarCard } from "./calendar-cards";
import type { CalendarModel } from "./calendar-model";
import type { MoveAlternative, MoveAnswer, Override } from "./move-answer";
import {
  isChanged,
  isOfVisit,
  moveFields,
  noService,
  type Proposal,
  proposalFor,
  serviceOf,
  undoFields,
} from "./proposal";

type Fields = Record<string, string>;

/** Result of the last move, shown below the calendar. */
export interface MoveOutcome {
  message: string;
  tone: "good" | "bad";
  /** Free times from a rejection, with the booking they are for. */
  alternatives: (MoveAlternative & { fields: Fields })[];
  /** Form that moves with an override; null if not allowed or not helpful. */
  override: { why: Override | "price"; fields: Fields } | null;
  /** Undo form; null if it can't be undone. */
  undo: Fields | null;
}

interface Sent {
  fields: Fields;
  proposal: Proposal;
  isUndo: boolean;
}

/** A booking being moved: proposed, then submitted or cancelled. */
export function useProposal(model: CalendarModel, describe: (epochMs: number) => string) {
  const fetcher = useFetcher<MoveAnswer | { result: unknown }>();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null);
  const { data, state } = fetcher;

  useEffect(() => {
    if (state !== "idle" || data === undefined || sent === null) return;
    setSent(null);
    setOutcome(outcomeOf(data, sent, model, describe));
    // Show a move's result once, when the response arrives.
  }, [data, state]);

  const send = (next: Sent) => {
    if (isCutOff()) return;
    setSent(next);
    setProposal(null);
    setOutcome(null);
    fetcher.submit(next.fields, { method: "post" });
  };
  const [last, setLast] = useState<Proposal | null>(null);

  return {
    proposal,
    outcome,
    isSending: state !== "idle",
    sent: sent?.isUndo === false ? sent.proposal : null,
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
    confirm: (notify: boolean) => {
      if (proposal === null) return;
      setLast(proposal);
      send({ fields: moveFields(model, proposal, notify), proposal, isUndo: false });
    },
    /** Submits a form of a result: an alternative, or undo. */
    follow: (fields: Fields, isUndo: boolean) => last && send({ fields, proposal: last, isUndo }),
  };
}

const NOTHING_ELSE = { alternatives: [], override: null, undo: null };

function outcomeOf(
  data: MoveAnswer | { result: unknown },
  { fields, proposal, isUndo }: Sent,
  model: CalendarModel,
  describe: (epochMs: number) => string,
): MoveOutcome {
  if ("result" in data)
    return {
      ...NOTHING_ELSE,
      message: t("This move could not be read. Reload the page."),
      tone: "bad",
    };
  if (data.kind === "refused") {
    const { id, expected_amount, notify, scope } = fields;
    const alternatives = data.alternatives.map((slot) => ({
      ...slot,
      fields: {
        id: id!,
        slot_id: slot.slot_id,
        ...(expected_amount && { expected_amount }),
        ...(notify && { notify }),
        ...(scope && { scope }),
      },
    }));
    const override =
      data.price !== null
        ? { why: "price" as const, fields: { ...fields, expected_amount: String(data.price) } }
        : data.override && { why: data.override, fields: { ...fields, override: "on" } };
    return { ...NOTHING_ELSE, message: data.message, tone: "bad", alternatives, override };
  }
  const { card } = proposal;
  const moved = { guest: isolate(card.title), time: describe(data.starts_ms) };
  const isNeed = card.booking.need_no !== null;
  const roomIn = (column: number) => isolate(model.columns[column]?.title ?? "");
  if (isUndo)
    return {
      ...NOTHING_ELSE,
      message: isNeed
        ? t("{{guest}} is in {{room}} again.", {
            ...moved,
            room: roomIn(proposal.from.column),
          })
        : t("{{guest}} is back at {{time}}.", moved),
      tone: "good",
    };
  const undo = undoFields(model, proposal, data.version);
  if (isNeed || isOfVisit(proposal))
    return {
      ...NOTHING_ELSE,
      message: isNeed
        ? t("Changed {{guest}} to {{room}}.", { ...moved, room: roomIn(proposal.column) })
        : t("Moved the visit of {{guest}}: {{time}}.", moved),
      tone: "good",
      undo,
    };
  return {
    ...NOTHING_ELSE,
    message: proposal.slot
      ? t("Moved {{guest}} to {{time}} as {{service}} (was {{former}}).", {
          ...moved,
          service: serviceOf(model, proposal.slot.schedule_id),
          former: card.booking.service ?? noService(),
        })
      : t("Moved {{guest}} to {{time}}.", moved),
    tone: "good",
    undo,
  };
}
