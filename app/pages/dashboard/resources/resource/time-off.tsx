import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import type { ResourcePageProps } from "./resource-view";
import styles from "./resource-page.module.css";

const FIELDS = [
  { name: "from_day", label: "First day", type: "date" },
  { name: "from_time", label: "From (empty: all day)", type: "time" },
  { name: "to_day", label: "Last day", type: "date" },
  { name: "to_time", label: "Until", type: "time" },
] as const;

/** When a resource cannot be booked, apart from the hours of its services. */
export function TimeOff({ time_off, today, may_block, answer, resource }: ResourcePageProps) {
  const given = answer?.typed ?? answer?.result?.initialValue ?? null;
  const typed = given?.intent === "block" ? given : {};
  const problems = given?.intent === "block" ? (answer?.result?.error ?? {}) : {};
  const text = (name: string) => (typed[name] === undefined ? "" : String(typed[name]));
  // The rule behind the form speaks of the end as an instant.
  const ofEnd = problems.ends_at ?? problems.to_day;
  return (
    <section aria-labelledby="time-off" className={styles.card}>
      <h2 id="time-off">{t("Time off")}</h2>
      {time_off.length === 0 ? (
        <p className={styles.quiet}>{t("None ahead.")}</p>
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
                  <button
                    type="submit"
                    name="block_id"
                    value={id}
                    className={styles.remove}
                    aria-label={t("Remove: {when}", { when })}
                  >
                    <Icon name="cross" size={18} />
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_block && (
        <Form method="post" className={styles.form!} preventScrollReset key={time_off.length}>
          <input type="hidden" name="intent" value="block" />
          <Draft name={`time off ${resource.id}`} />
          <div className={styles.fields}>
            {FIELDS.map(({ name, label, type }) => (
              <TextInput
                key={name}
                {...{ name, label, type }}
                required={name === "from_day"}
                {...(type === "date" && { min: today })}
                defaultValue={text(name)}
                error={(name === "to_day" ? ofEnd : problems[name])?.join(" ")}
              />
            ))}
          </div>
          <TextInput
            name="reason"
            label={t("Reason, for people who work here")}
            maxLength={200}
            autoComplete="off"
            className={styles.wide}
            defaultValue={text("reason")}
          />
          <Button type="submit">{t("Set time off for {name}", { name: resource.name })}</Button>
        </Form>
      )}
    </section>
  );
}
