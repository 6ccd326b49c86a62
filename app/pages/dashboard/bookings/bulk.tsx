import { Button, LinkButton } from "~/ui/kit/button";
import { Form } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import styles from "./bulk.module.css";

/** Response to a bulk action that needs attention. */
export interface BulkAnswer {
  /** Confirmation before cancelling several bookings. */
  asks?: { ids: string[]; left_out: number; back: string };
  /** Report when some were rejected. */
  said?: { done: string; refused: string[] };
}

/** Id of the form the row checkboxes belong to. */
export const BULK_FORM = "bulk";

interface BulkBarProps {
  /** Number of selected rows; 0 before JavaScript. */
  selected: number;
  /** Email addresses of their guests, as far as visible. */
  emails: readonly string[];
  onClear: () => void;
}

/** Bulk actions, floating over the list while rows are selected. */
export function BulkBar({ selected, emails, onClear }: BulkBarProps) {
  return (
    <Form
      method="post"
      id={BULK_FORM}
      className={styles.bar!}
      aria-label={t("Selected bookings")}
      onReset={onClear}
    >
      <p role="status">
        {selected === 0
          ? t("Selected bookings")
          : plural(selected, "{{count}} selected", "{{count}} selected")}
      </p>
      <button
        type="submit"
        name="intent"
        value="arrived"
        className={styles.button}
        data-tone="first"
      >
        {t("Mark arrived")}
      </button>
      <button type="submit" name="intent" value="confirmed" className={styles.button}>
        {t("Confirm")}
      </button>
      <button type="submit" name="intent" value="completed" className={styles.button}>
        {t("Complete")}
      </button>
      <button type="submit" name="intent" value="no_show" className={styles.button}>
        {t("Mark no-show")}
      </button>
      {emails.length > 0 && <EmailGuests emails={emails} />}
      <button
        type="submit"
        name="intent"
        value="cancelled"
        className={styles.button}
        data-tone="quiet"
      >
        {t("Cancel bookings")}
      </button>
      <button
        type="reset"
        className={styles.clear}
        aria-label={t("Clear selection")}
        title={t("Clear selection")}
      >
        <Icon name="cross" size={18} />
      </button>
    </Form>
  );
}

/** mailto: URLs grow with each guest, and mail programs accept about 2,000 characters. */
const MAX_EMAILS = 40;

/** Opens a new message in the mail program, with guests in bcc. */
function EmailGuests({ emails }: { emails: readonly string[] }) {
  if (emails.length > MAX_EMAILS)
    return (
      <span className={styles.quiet}>
        {t("Email {{count}} guests at most", { count: MAX_EMAILS })}
      </span>
    );
  return (
    <a href={`mailto:?bcc=${emails.map(encodeURIComponent).join(",")}`} className={styles.button}>
      {plural(emails.length, "Email {{count}} guest", "Email {{count}} guests")}
    </a>
  );
}

/**
 * Confirmation of a bulk cancellation with the total refund, and the report after a bulk action.
 */
export function BulkAnswerNote({ asks, said, here }: BulkAnswer & { here: string }) {
  if (said !== undefined)
    return (
      <Notice tone="bad">
        {t("{{done}} Not changed: {{bookings}}", {
          done: said.done,
          bookings: said.refused.join("; "),
        })}
      </Notice>
    );
  if (asks === undefined) return null;
  const { ids, left_out, back } = asks;
  const count = ids.length;
  if (count === 0)
    return (
      <Notice tone="bad">{t("None of the selected bookings can be cancelled any more.")}</Notice>
    );
  return (
    <Form method="post" className={styles.asks!} aria-label={t("Cancel bookings")}>
      <h2>{plural(count, "Cancel {{count}} booking?", "Cancel {{count}} bookings?")}</h2>
      <p>
        {back === ""
          ? t("No refund is due. Their times become free. This can’t be undone.")
          : t(
              "Your policy refunds {{amount}} in all. Their times become free. This can’t be undone.",
              { amount: back },
            )}
      </p>
      {left_out > 0 && (
        <p>
          {plural(
            left_out,
            "{{count}} selected booking can’t be cancelled any more and stays as it is.",
            "{{count}} selected bookings can’t be cancelled any more and stay as they are.",
          )}
        </p>
      )}
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="confirmed" value="on" />
      <label className={styles.tick}>
        <input type="checkbox" name="notify" defaultChecked />
        {t("Email each guest about the cancellation")}
      </label>
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="cancelled" variant="danger">
          {back === ""
            ? plural(count, "Cancel {{count}} booking", "Cancel {{count}} bookings")
            : plural(
                count,
                "Cancel {{count}} booking and refund {{amount}}",
                "Cancel {{count}} bookings and refund {{amount}}",
                { amount: back },
              )}
        </Button>
        <LinkButton href={here}>{plural(count, "Keep booking", "Keep bookings")}</LinkButton>
      </div>
    </Form>
  );
}
