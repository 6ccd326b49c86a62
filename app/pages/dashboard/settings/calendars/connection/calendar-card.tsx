import { Form } from "@remix-run/react";
import { MOST_MINUTES_AROUND_EVENTS } from "~/contract/limits";
import { plural, t } from "~/i18n/text";
import { Hint, FormPart, FORM, FieldRow } from "~/ui/kit/form";
import { healthWords, readWords, roleWords } from "~/ui/calendars/calendar-words";
import { Badge } from "~/ui/kit/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { CheckboxField, ChoiceField, SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import type { CalendarView, ConnectionView } from "./load.server";

interface CalendarCardProps {
  calendar: CalendarView;
  view: ConnectionView;
  refusal: FormRefusal | undefined;
}

/** A connected calendar: its resource, use and status. */
export function CalendarCard({
  calendar,
  view: { now, resources, connection },
  refusal,
}: CalendarCardProps) {
  const { id, name, checks, last_read_at, events, can_write, shrunk_at, notices_problem } =
    calendar;
  const { stored, health, problem } = calendar;
  const own = refusal?.initialValue?.calendar_id === id ? refusal : undefined;
  const known = [
    roleWords(calendar),
    ...(checks
      ? [
          readWords(last_read_at, now),
          plural(events, "{{count}} busy time", "{{count}} busy times"),
        ]
      : []),
  ];
  const { label, tone, icon } = healthWords[health];
  return (
    <Card
      title={name ?? ""}
      lead={
        <>
          <Badge tone={tone} icon={icon}>
            {t(label)}
          </Badge>{" "}
          {known.join(" · ")}
        </>
      }
    >
      {problem !== null && (
        <Notice tone={health === "ok" || health === "late" ? "info" : "bad"}>{problem}</Notice>
      )}
      {shrunk_at !== null && (
        <Notice
          tone="bad"
          actions={
            <Form method="post">
              <input type="hidden" name="calendar_id" value={id} />
              <Button type="submit" name="intent" value="confirm_shrunk">
                {t("Yes, they are gone")}
              </Button>
            </Form>
          }
        >
          {t(
            "Over half of its events were suddenly gone, so the earlier ones still count. Is that right?",
          )}
        </Notice>
      )}
      {checks && notices_problem !== null && <Hint>{notices_problem}</Hint>}
      <FormPart>
        <PageForm intent="edit" stored={stored} refusal={own} className={FORM} preventScrollReset>
          <input type="hidden" name="calendar_id" value={id} />
          <SelectField name="resource_id" label={t("For")} options={resources} />
          <ChoiceField
            name="use"
            legend={t("Busy times")}
            type="radio"
            choices={[
              {
                value: "hard",
                label: t("Block bookings"),
                explains: t("Guests and staff can’t book them."),
              },
              {
                value: "advise",
                label: t("Show to staff only"),
                explains: t("They can still be booked."),
              },
              { value: "none", label: t("Ignore") },
            ]}
          />
          <FieldRow>
            <TextField
              name="minutes_before"
              label={t("Buffer before (minutes)")}
              type="number"
              min={0}
              max={MOST_MINUTES_AROUND_EVENTS}
              description={t("Closed before each event")}
            />
            <TextField
              name="minutes_after"
              label={t("Buffer after (minutes)")}
              type="number"
              min={0}
              max={MOST_MINUTES_AROUND_EVENTS}
              description={t("Closed after each event")}
            />
          </FieldRow>
          <div>
            <CheckboxField
              name="tentative_is_busy"
              label={t("Events you haven’t accepted count as busy")}
            />
            <CheckboxField
              name="keeps_titles"
              label={t("Show me the titles of my events (stored encrypted)")}
            />
          </div>
          {(can_write && connection.can_write) || calendar.writes ? (
            <div>
              <CheckboxField
                name="writes"
                label={t("Write the resource’s bookings to this calendar")}
              />
              <CheckboxField
                name="writes_guest"
                label={t("With the guest’s name and contact details")}
              />
            </div>
          ) : (
            <Hint>{t("This calendar can only be read, so bookings can’t be written to it.")}</Hint>
          )}
          <Button type="submit">{t("Save")}</Button>
        </PageForm>
        <Confirm
          title={t("Remove calendar")}
          intent="remove"
          button={t("Remove {{name}}", { name: name ?? "" })}
          fields={{ calendar_id: id }}
          refusal={own}
        >
          <p>{t("Busy times are ignored from now on. Bookings written to it stay there.")}</p>
        </Confirm>
      </FormPart>
    </Card>
  );
}
