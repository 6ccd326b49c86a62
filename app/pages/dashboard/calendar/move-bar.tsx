import { msg, plural, t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Rich } from "~/ui/rich";
import type { MoveAlternative, Override } from "./move-answer";
import type { MoveOutcome } from "./use-proposal";
import { Button } from "~/ui/kit/button";
import { Checkbox, Select } from "~/ui/kit/inputs";
import { ActionBar, Key } from "./action-bar";

interface MoveBarProps {
  proposal: {
    title: string;
    from: string;
    to: string;
    resource: string;
    minutes: number;
    is_resized: boolean;
    /** A booking, all services of its visit, or what it takes besides its own resource. */
    kind: "booking" | "visit" | "need";
    /** The column that it leaves. */
    former: string;
    /** Its place in a visit that can move together; null: none. */
    visit: { of: number } | null;
    /** Whether the other services of the visit stay. */
    is_alone: boolean;
    /** The state of the target time: "free", "taken by Noor". */
    state: string;
    /** The booking's service, and the one it would change to; null keeps it. */
    service: string;
    becomes: string | null;
    /** Free times of other services with this start; `chosen`: the selected one, or "". */
    others: { slot_id: string; name: string }[];
    chosen: string;
  } | null;
  outcome: MoveOutcome | null;
  isSending: boolean;
  notify: boolean;
  onNotify(notify: boolean): void;
  onAlone(isAlone: boolean): void;
  onService(slotId: string): void;
  onConfirm(): void;
  onCancel(): void;
  onFollow(fields: Record<string, string>, isUndo: boolean): void;
  onDismiss(): void;
  nameOf(slot: MoveAlternative): string;
}

const OVERRIDE_WORDS: Record<Override | "price", string> = {
  price: msg("Move anyway"),
  past: msg("Move anyway"),
  too_far: msg("Move anyway"),
  other_resource: msg("Move anyway"),
  closed_day: msg("Move anyway"),
  outside_hours: msg("Move anyway"),
  not_offered: msg("Move anyway"),
  course_only: msg("Move anyway"),
  full: msg("Move there over capacity"),
  need_taken: msg("Move there over capacity"),
  closed: msg("Move there while closed"),
  daily_limit: msg("Move there over the daily limit"),
  weekly_limit: msg("Move there over the weekly limit"),
  monthly_limit: msg("Move there over the monthly limit"),
  customer_limit: msg("Move there over the guest’s limit"),
};

type Proposed = NonNullable<MoveBarProps["proposal"]>;

const BUTTON_WORDS: Record<Proposed["kind"], string> = {
  booking: msg("Move booking"),
  visit: msg("Move the visit"),
  need: msg("Change room"),
};

function moveWords({ kind, title, from, former, visit }: Proposed, place: string): string {
  const words = { guest: title, from: kind === "need" ? former : from, place };
  if (kind !== "visit" || visit === null)
    return t("Move <guest>{{guest}}</guest> from {{from}} to <place>{{place}}</place>", words);
  return plural(
    visit.of,
    "Move {{count}} service of <guest>{{guest}}</guest> from {{from}} to <place>{{place}}</place>",
    "Move {{count}} services of <guest>{{guest}}</guest> from {{from}} to <place>{{place}}</place>",
    words,
  );
}

/** Describes a move and asks for confirmation; afterwards shows the result with an undo. */
export function MoveBar(props: MoveBarProps) {
  const {
    proposal,
    outcome,
    isSending,
    notify,
    onNotify,
    onConfirm,
    onCancel,
    onFollow,
    onDismiss,
    nameOf,
  } = props;
  const words =
    proposal &&
    [
      ...(proposal.kind === "need" ? [] : [proposal.to]),
      proposal.resource,
      ...(proposal.is_resized
        ? [plural(proposal.minutes, "{{count}} minute", "{{count}} minutes")]
        : []),
      ...(proposal.becomes === null ? [] : [`${proposal.service} → ${proposal.becomes}`]),
      proposal.state,
    ].join(", ");
  return (
    <>
      <p className="hidden-text" role="status">
        {proposal ? words : isSending ? t("Moving…") : (outcome?.message ?? "")}
      </p>
      {proposal && (
        <ActionBar
          label={t("Proposed move")}
          words={
            <Rich
              text={moveWords(proposal, words!)}
              parts={{
                guest: (inner) => (
                  <strong>
                    <bdi>{inner}</bdi>
                  </strong>
                ),
                place: (inner) => <strong>{inner}</strong>,
              }}
            />
          }
        >
          {proposal.visit !== null && (
            <Checkbox
              label={t("Only this service")}
              checked={proposal.is_alone}
              onChange={(event) => props.onAlone(event.currentTarget.checked)}
            />
          )}
          {proposal.others.length > 0 && (
            <label className="flex gap-2 items-center min-h-10">
              {t("Service")}
              <Select
                value={proposal.chosen}
                onChange={(event) => props.onService(event.currentTarget.value)}
              >
                <option value="">
                  {t("{{service}}, as booked", { service: proposal.service })}
                </option>
                {proposal.others.map(({ slot_id, name }) => (
                  <option key={slot_id} value={slot_id}>
                    {name}
                  </option>
                ))}
              </Select>
            </label>
          )}
          <Checkbox
            label={t("Email the guest")}
            checked={notify}
            onChange={(event) => onNotify(event.currentTarget.checked)}
          />
          <Button variant="primary" onClick={onConfirm}>
            {t(BUTTON_WORDS[proposal.kind])} <Key>↵</Key>
          </Button>
          <Button onClick={onCancel}>
            {t("Cancel")} <Key>Esc</Key>
          </Button>
        </ActionBar>
      )}
      {outcome && !proposal && (
        <ActionBar
          label={t("Last move")}
          tone={outcome.tone === "bad" ? "bad" : undefined}
          words={
            <>
              <Icon name={outcome.tone === "bad" ? "warning" : "check"} /> {outcome.message}
            </>
          }
        >
          {outcome.alternatives.map((slot) => (
            <Button key={slot.slot_id} onClick={() => onFollow(slot.fields, false)}>
              {nameOf(slot)}
            </Button>
          ))}
          {outcome.override && (
            <Button variant="danger" onClick={() => onFollow(outcome.override!.fields, false)}>
              {t(OVERRIDE_WORDS[outcome.override.why])}
            </Button>
          )}
          {outcome.undo && (
            <Button onClick={() => onFollow(outcome.undo!, true)}>{t("Undo")}</Button>
          )}
          <Button onClick={onDismiss}>{t("Close")}</Button>
        </ActionBar>
      )}
    </>
  );
}
