import { Icon } from "../icon";
import type { MoveAlternative, Override } from "./move-answer";
import type { MoveOutcome } from "./use-proposal";
import buttons from "../layout/button.module.css";
import styles from "./move-bar.module.css";

interface MoveBarProps {
  proposal: {
    title: string;
    from: string;
    to: string;
    resource: string;
    minutes: number;
    is_resized: boolean;
    /** What is there already: "free", "taken by Noor". */
    state: string;
  } | null;
  outcome: MoveOutcome | null;
  isSending: boolean;
  notify: boolean;
  onNotify(notify: boolean): void;
  onConfirm(): void;
  onCancel(): void;
  onFollow(fields: Record<string, string>, isUndo: boolean): void;
  onDismiss(): void;
  nameOf(slot: MoveAlternative): string;
}

const OVERRIDE_WORDS: Record<Override, string> = {
  full: "Move there over capacity",
  closed: "Move there though it is closed",
  daily_limit: "Move there beyond the day’s limit",
};

/** Says what a drop would do and lets somebody decide; afterwards what came of it, with the way back. */
export function MoveBar(props: MoveBarProps) {
  const { proposal, outcome, isSending, notify, onNotify, onConfirm, onCancel, onFollow, onDismiss, nameOf } = props;
  const words =
    proposal &&
    `${proposal.to}, ${proposal.resource}${proposal.is_resized ? `, ${proposal.minutes} minutes` : ""}, ${proposal.state}`;
  return (
    <>
      <p className={styles.live} role="status">
        {proposal ? words : isSending ? "Moving…" : (outcome?.message ?? "")}
      </p>
      {proposal && (
        <div className={styles.bar} role="group" aria-label="Proposed move">
          <p className={styles.words}>
            <strong>{proposal.title}</strong> from {proposal.from} to <strong>{words}</strong>
          </p>
          <label className={styles.notify}>
            <input type="checkbox" checked={notify} onChange={(event) => onNotify(event.currentTarget.checked)} />
            Mail the guest
          </label>
          <button type="button" className={buttons.button} data-tone="first" onClick={onConfirm}>
            Move <kbd>Enter</kbd>
          </button>
          <button type="button" className={buttons.button} onClick={onCancel}>
            Leave it <kbd>Esc</kbd>
          </button>
        </div>
      )}
      {outcome && !proposal && (
        <div
          className={styles.bar}
          data-tone={outcome.tone}
          role={outcome.tone === "bad" ? "alert" : "group"}
          aria-label="Last move"
        >
          <p className={styles.words}>
            <Icon name={outcome.tone === "bad" ? "warning" : "check"} /> {outcome.message}
          </p>
          {outcome.alternatives.map((slot) => (
            <button
              key={slot.slot_id}
              type="button"
              className={buttons.button}
              onClick={() => onFollow(slot.fields, false)}
            >
              {nameOf(slot)}
            </button>
          ))}
          {outcome.override && (
            <button
              type="button"
              className={buttons.button}
              data-tone="danger"
              onClick={() => onFollow(outcome.override!.fields, false)}
            >
              {OVERRIDE_WORDS[outcome.override.why]}
            </button>
          )}
          {outcome.undo && (
            <button type="button" className={buttons.button} onClick={() => onFollow(outcome.undo!, true)}>
              Undo
            </button>
          )}
          <button type="button" className={buttons.button} onClick={onDismiss}>
            Close
          </button>
        </div>
      )}
    </>
  );
}
