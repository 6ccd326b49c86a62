import { Button, LinkButton } from "~/ui/kit/button";
import { Form } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import styles from "./bulk.module.css";

/** What a form on the selected rows is answered when it is not simply done. */
export interface BulkAnswer {
  /** Asked before several bookings are cancelled. */
  asks?: { ids: string[]; left_out: number; back: string };
  /** Said when some were refused. */
  said?: { done: string; refused: string[] };
}

/** The form that the boxes of the rows belong to, wherever it is on the page. */
export const BULK_FORM = "bulk";

interface BulkBarProps {
  /** How many rows are selected; 0 before JavaScript counts them. */
  selected: number;
  /** The addresses of their guests, as far as the list shows them. */
  emails: readonly string[];
  onClear: () => void;
}

/** What can be done with the selected rows; it floats over the list as soon as one is selected. */
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
          : plural(selected, "{count} selected", "{count} selected")}
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

/** A mailto: address gets longer with each guest, and no mail program takes more than about 2,000 characters. */
const MAX_EMAILS = 40;

/** A new mail in the person's own mail program; guests don't see each other's addresses. */
function EmailGuests({ emails }: { emails: readonly string[] }) {
  if (emails.length > MAX_EMAILS)
    return (
      <span className={styles.quiet}>
        {t("Email {count} guests at most", { count: MAX_EMAILS })}
      </span>
    );
  return (
    <a href={`mailto:?bcc=${emails.map(encodeURIComponent).join(",")}`} className={styles.button}>
      {plural(emails.length, "Email {count} guest", "Email {count} guests")}
    </a>
  );
}

/** The question before a cancellation of several, with the sum that goes back, and the report after a change of several. */
export function BulkAnswerNote({ asks, said, here }: BulkAnswer & { here: string }) {
  if (said !== undefined)
    return (
      <Notice tone="bad">
        {t("{done} Not changed: {bookings}", {
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
      <h2>{plural(count, "Cancel {count} booking?", "Cancel {count} bookings?")}</h2>
      <p>
        {back === ""
          ? t("No refund is due. Their times become free. This can’t be undone.")
          : t(
              "Your policy refunds {amount} in all. Their times become free. This can’t be undone.",
              { amount: back },
            )}
      </p>
      {left_out > 0 && (
        <p>
          {plural(
            left_out,
            "{count} selected booking can’t be cancelled any more and stays as it is.",
            "{count} selected bookings can’t be cancelled any more and stay as they are.",
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
            ? plural(count, "Cancel {count} booking", "Cancel {count} bookings")
            : plural(
                count,
                "Cancel {count} booking and refund {amount}",
                "Cancel {count} bookings and refund {amount}",
                { amount: back },
              )}
        </Button>
        <LinkButton href={here}>{plural(count, "Keep booking", "Keep bookings")}</LinkButton>
      </div>
    </Form>
  );
}
