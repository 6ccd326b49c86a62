import { Button, IconButton, LinkButton } from "~/ui/kit/button";
import { Checkbox } from "~/ui/kit/inputs";
import { Form } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";

/** Response to a bulk action that needs attention. */
export interface BulkAnswer {
  /** Confirmation before cancelling several bookings. */
  asks?: { ids: string[]; left_out: number; back: string };
  /** Report when some were rejected. */
  summary?: { done: string; refused: string[] };
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

/** Bulk actions, floating over the list while rows are selected, without JavaScript too. */
export function BulkBar({ selected, emails, onClear }: BulkBarProps) {
  return (
    <Form
      method="post"
      id={BULK_FORM}
      className="sticky bottom-4 z-100 hidden flex-wrap gap-2 items-center w-fit max-w-full mx-auto mt-4 py-2 ps-4 pe-2 border border-line rounded-lg bg-raised shadow-raised text-sm focus-within:flex max-md:bottom-19 [table:has(tbody_input:checked)~&]:flex"
      aria-label={t("Selected bookings")}
      onReset={onClear}
    >
      <p role="status" className="m-0 me-1 font-medium max-md:basis-full">
        {selected === 0
          ? t("Selected bookings")
          : plural(selected, "{{count}} selected", "{{count}} selected")}
      </p>
      <Button type="submit" name="intent" value="arrived" variant="primary" size="small">
        {t("Mark arrived")}
      </Button>
      <Button type="submit" name="intent" value="confirmed" size="small">
        {t("Confirm")}
      </Button>
      <Button type="submit" name="intent" value="completed" size="small">
        {t("Complete")}
      </Button>
      <Button type="submit" name="intent" value="no_show" size="small">
        {t("Mark no-show")}
      </Button>
      {emails.length > 0 && <EmailGuests emails={emails} />}
      <Button type="submit" name="intent" value="cancelled" variant="quiet" size="small">
        {t("Cancel bookings")}
      </Button>
      <IconButton type="reset" icon="cross" label={t("Clear selection")} />
    </Form>
  );
}

/** mailto: URLs grow with each guest, and mail programs accept about 2,000 characters. */
const MAX_EMAILS = 40;

/** Opens a new message in the mail program, with guests in bcc. */
function EmailGuests({ emails }: { emails: readonly string[] }) {
  if (emails.length > MAX_EMAILS)
    return (
      <span className="text-muted">
        {t("Email {{count}} guests at most", { count: MAX_EMAILS })}
      </span>
    );
  return (
    <LinkButton href={`mailto:?bcc=${emails.map(encodeURIComponent).join(",")}`} size="small">
      {plural(emails.length, "Email {{count}} guest", "Email {{count}} guests")}
    </LinkButton>
  );
}

/**
 * Confirmation of a bulk cancellation with the total refund, and the report after a bulk action.
 */
export function BulkAnswerNote({ asks, summary, here }: BulkAnswer & { here: string }) {
  if (summary !== undefined)
    return (
      <Notice tone="bad">
        {t("{{done}} Not changed: {{bookings}}", {
          done: summary.done,
          bookings: summary.refused.join("; "),
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
    <Form
      method="post"
      className="flex flex-col gap-2 p-4 border border-faint rounded-lg bg-surface"
      aria-label={t("Cancel bookings")}
    >
      <h2 className="m-0 text-lg font-semibold">
        {plural(count, "Cancel {{count}} booking?", "Cancel {{count}} bookings?")}
      </h2>
      <p className="m-0">
        {back === ""
          ? t("No refund is due. Their times become free. This can’t be undone.")
          : t(
              "Your policy refunds {{amount}} in all. Their times become free. This can’t be undone.",
              { amount: back },
            )}
      </p>
      {left_out > 0 && (
        <p className="m-0">
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
      <Checkbox
        name="notify"
        label={t("Email each guest about the cancellation")}
        className="py-1.5"
        defaultChecked
      />
      <div className="flex flex-wrap gap-2">
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
