import { Button } from "@mantine/core";
import { Form } from "@remix-run/react";
import { Notice } from "~/ui/feedback/notice";
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
    <Form method="post" id={BULK_FORM} className={styles.bulk!} aria-label="With the ticked bookings">
      <p>With the ticked bookings</p>
      <Button type="submit" name="intent" value="confirmed" variant="default">
        Confirm
      </Button>
      <Button type="submit" name="intent" value="completed" variant="default">
        Completed
      </Button>
      <Button type="submit" name="intent" value="no_show" variant="default">
        No-show
      </Button>
      <Button type="submit" name="intent" value="cancelled" variant="default">
        Cancel…
      </Button>
    </Form>
  );
}

/** The question before a cancellation of several, with the sum that goes back, and the report after a change of several. */
export function BulkAnswerNote({ asks, said, here }: BulkAnswer & { here: string }) {
  if (said !== undefined)
    return (
      <div className={styles.problems}>
        <Notice tone="bad">
          {said.done} Not done: {said.refused.join("; ")}
        </Notice>
      </div>
    );
  if (asks === undefined) return null;
  const many = asks.ids.length === 1 ? "1 booking" : `${asks.ids.length} bookings`;
  if (asks.ids.length === 0)
    return (
      <div className={styles.problems}>
        <Notice tone="bad">None of the ticked bookings can be cancelled any more.</Notice>
      </div>
    );
  return (
    <Form method="post" className={styles.asks!} aria-label="Cancel several">
      <h2>Cancel {many}?</h2>
      <p>
        {asks.back === ""
          ? "Nothing goes back: nothing was paid, or it is too late."
          : `By your policy ${asks.back} goes back.`}{" "}
        This cannot be undone.
        {asks.left_out > 0 && ` ${asks.left_out} of the ticked are left out: they cannot be cancelled any more.`}
      </p>
      {asks.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="confirmed" value="on" />
      <label className={styles.tick}>
        <input type="checkbox" name="notify" defaultChecked />
        Mail each guest about the cancellation
      </label>
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="cancelled" color="red.8" size="md">
          {asks.back === "" ? `Cancel ${many}` : `Cancel ${many} and refund ${asks.back}`}
        </Button>
        <Button component="a" href={here} variant="default" size="md">
          Keep them
        </Button>
      </div>
    </Form>
  );
}
