import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Button, LinkButton } from "~/ui/kit/button";
import { BULK_FORM } from "./booking-table";
import styles from "./bookings-page.module.css";

/** What a form on the ticked rows is answered when it is not simply done. */
export interface BulkAnswer {
  /** Asked before several bookings are cancelled. */
  asks?: { ids: string[]; left_out: number; back: string };
  /** Said when some were refused. */
  said?: { done: string; refused: string[] };
}

/** What can be done with the ticked rows; shown as soon as one is ticked. */
export function BulkBar() {
  return (
    <Form method="post" id={BULK_FORM} className={styles.bulk!} aria-label={t("With the ticked bookings")}>
      <p>{t("With the ticked bookings")}</p>
      <Button type="submit" name="intent" value="confirmed">
        {t("Confirm")}
      </Button>
      <Button type="submit" name="intent" value="completed">
        {t("Completed")}
      </Button>
      <Button type="submit" name="intent" value="no_show">
        {t("No-show")}
      </Button>
      <Button type="submit" name="intent" value="cancelled">
        {t("Cancel…")}
      </Button>
    </Form>
  );
}

/** The question before a cancellation of several, with the sum that goes back, and the report after a change of several. */
export function BulkAnswerNote({ asks, said, here }: BulkAnswer & { here: string }) {
  if (said !== undefined)
    return (
      <div className={styles.problems}>
        <Notice tone="bad">{t("{done} Not done: {value}", { done: said.done, value: said.refused.join("; ") })}</Notice>
      </div>
    );
  if (asks === undefined) return null;
  const many = asks.ids.length === 1 ? "1 booking" : `${asks.ids.length} bookings`;
  if (asks.ids.length === 0)
    return (
      <div className={styles.problems}>
        <Notice tone="bad">{t("None of the ticked bookings can be cancelled any more.")}</Notice>
      </div>
    );
  return (
    <Form method="post" className={styles.asks!} aria-label={t("Cancel several")}>
      <h2>{t("Cancel {many}?", { many })}</h2>
      <p>
        {asks.back === ""
          ? t("Nothing goes back: nothing was paid, or it is too late.")
          : t("By your policy {back} goes back.", { back: asks.back })}{" "}
        {t("This cannot be undone.")}
        {asks.left_out > 0 &&
          t(" {left_out} of the ticked are left out: they cannot be cancelled any more.", { left_out: asks.left_out })}
      </p>
      {asks.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="confirmed" value="on" />
      <label className={styles.tick}>
        <input type="checkbox" name="notify" defaultChecked />
        {t("Mail each guest about the cancellation")}
      </label>
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="cancelled" variant="danger">
          {asks.back === ""
            ? t("Cancel {many}", { many })
            : t("Cancel {many} and refund {back}", { many, back: asks.back })}
        </Button>
        <LinkButton href={here}>{t("Keep them")}</LinkButton>
      </div>
    </Form>
  );
}
