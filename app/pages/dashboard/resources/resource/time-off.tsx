import { Form } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import { TextField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { Button, IconButton } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";
import styles from "./resource-page.module.css";

const FIELDS = [
  { name: "from_day", label: msg("Start date"), type: "date" },
  { name: "from_time", label: msg("Start time"), type: "time" },
  { name: "to_day", label: msg("End date"), type: "date" },
  { name: "to_time", label: msg("End time"), type: "time" },
] as const;

/** Times a resource can't be booked in addition to its services' hours. */
export function TimeOff({ time_off, today, may_block, answer, resource }: ResourcePageProps) {
  return (
    <section aria-labelledby="time-off" className={styles.card}>
      <h2 id="time-off">{t("Time off")}</h2>
      {time_off.length === 0 ? (
        <p className={styles.quiet}>{t("No upcoming time off.")}</p>
      ) : (
        <ul className={styles.lines}>
          {time_off.map(({ id, when, reason }) => (
            <li key={id}>
              <span>
                {when}
                {reason !== null && <span className={styles.quiet}> · {reason}</span>}
              </span>
              {may_block && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="unblock" />
                  <IconButton
                    type="submit"
                    name="block_id"
                    value={id}
                    icon="cross"
                    label={t("Remove: {{when}}", { when })}
                  />
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_block && (
        <PageForm
          key={time_off.length}
          intent="block"
          typed={answer?.typed?.intent === "block" ? answer.typed : null}
          refusal={answer?.result}
          draft={`time off ${resource.id}`}
          className={styles.form!}
          preventScrollReset
        >
          <div className={styles.fields}>
            {FIELDS.map(({ name, label, type }) => (
              <TextField
                key={name}
                name={name}
                type={type}
                label={t(label)}
                description={type === "time" ? t("Leave empty for all day") : undefined}
                required={name === "from_day"}
                {...(type === "date" && { min: today })}
              />
            ))}
          </div>
          <TextField
            name="reason"
            label={t("Reason (not shown to guests)")}
            maxLength={200}
            className={styles.wide!}
          />
          <Button type="submit">{t("Add time off")}</Button>
        </PageForm>
      )}
    </section>
  );
}
