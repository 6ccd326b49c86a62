import { Form } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import { FormSection, Hint, FORM } from "~/ui/kit/form";
import { TextField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { Button, IconButton } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";

const FIELDS = [
  { name: "from_day", label: msg("Start date"), type: "date" },
  { name: "from_time", label: msg("Start time"), type: "time" },
  { name: "to_day", label: msg("End date"), type: "date" },
  { name: "to_time", label: msg("End time"), type: "time" },
] as const;

/** Times a resource can't be booked in addition to its services' hours. */
export function TimeOff({ time_off, may_block, answer, resource }: ResourcePageProps) {
  if (time_off === null) return null;
  const { lines, today } = time_off;
  return (
    <FormSection aria-label={t("Time off")}>
      {lines.length === 0 ? (
        <Hint>{t("No upcoming time off.")}</Hint>
      ) : (
        <ul className="m-0 p-0 list-none">
          {lines.map(({ id, when, reason }) => (
            <li
              className="flex gap-x-4 gap-y-2 items-center justify-between min-h-row border-b border-line"
              key={id}
            >
              <span>
                {when}
                {reason !== null && <span className="m-0 text-muted text-sm"> · {reason}</span>}
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
          key={lines.length}
          intent="block"
          typed={answer?.typed?.intent === "block" ? answer.typed : null}
          refusal={answer?.result}
          draft={`time off ${resource.id}`}
          className={FORM}
          preventScrollReset
        >
          <div className="grid grid-cols-2 gap-4 items-start w-full">
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
            className="w-full"
          />
          <Button variant="primary" type="submit">
            {t("Add time off")}
          </Button>
        </PageForm>
      )}
    </FormSection>
  );
}
