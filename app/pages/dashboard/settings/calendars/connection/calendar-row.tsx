import { useField } from "@conform-to/react";
import { MAX_MINUTES_AROUND_EVENTS } from "~/contract/limits";
import { plural, t } from "~/i18n/text";
import { healthWords, roleWords, stateAge } from "~/ui/calendars/calendar-words";
import { CheckboxField, ChoiceField, SelectField, TextField } from "~/ui/form/fields";
import { FieldRow, FormPart, Hint } from "~/ui/kit/form";
import { Badge } from "~/ui/kit/badge";
import type { CalendarView, ConnectionView } from "./load.server";

interface CalendarRowProps {
  calendar: CalendarView;
  /** Its fields are `calendars[index].…`. */
  index: number;
  view: ConnectionView;
}

/** A connected calendar: its state and use in a row that opens its settings. */
export function CalendarRow({ calendar, index, view }: CalendarRowProps) {
  const { name, checks, events, problem, shrunk_at, notices_problem, health } = calendar;
  const at = `calendars[${index}]`;
  const [field] = useField<object>(at);
  const isOpen = view.calendars.length === 1 || Object.keys(field.allErrors).length > 0;
  const { label, tone, icon } = healthWords[health];
  return (
    <li className="border-b border-line">
      <details className="group/row" open={isOpen}>
        <summary className="grid grid-cols-[1.25rem_1fr] md:grid-cols-[1.25rem_1fr_auto] gap-x-2 gap-y-1 items-start py-3 px-2 cursor-pointer list-none hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Chevron />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{name ?? ""}</span>
            <span className="block text-sm text-muted">
              {[
                calendar.resource_name,
                roleWords(calendar),
                ...(checks ? [plural(events, "{{count}} busy time", "{{count}} busy times")] : []),
              ].join(" · ")}
            </span>
            {problem !== null && (
              <span
                className={`block text-sm ${health === "ok" || health === "late" ? "text-wait" : "text-bad"}`}
              >
                {problem}
              </span>
            )}
          </span>
          <span className="flex flex-wrap gap-x-2 gap-y-1 items-center text-sm text-muted max-md:col-start-2 md:justify-end">
            {stateAge(calendar, view.now)}
            <Badge tone={tone} icon={icon}>
              {t(label)}
            </Badge>
          </span>
        </summary>
        <div className="pt-2 pb-6 px-2 md:ps-9">
          <FormPart>
            {checks && shrunk_at === null && notices_problem !== null && (
              <Hint>{notices_problem}</Hint>
            )}
            <CalendarFields calendar={calendar} at={at} view={view} />
          </FormPart>
        </div>
      </details>
    </li>
  );
}

function Chevron() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className="mt-1 rtl:-scale-x-100 group-open/row:rotate-90"
    >
      <path d="M6 3.5 10.5 8 6 12.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

function CalendarFields({
  calendar,
  at,
  view: { resources, connection },
}: {
  calendar: CalendarView;
  at: string;
  view: ConnectionView;
}) {
  const { id, resource_id, resource_name, can_write, writes } = calendar;
  const isListed = resources.some(({ value }) => value === resource_id);
  const choices = isListed
    ? resources
    : [{ value: resource_id, label: resource_name }, ...resources];
  return (
    <>
      <input type="hidden" name={`${at}.id`} value={id} />
      <SelectField name={`${at}.resource_id`} label={t("For")} options={choices} />
      <ChoiceField
        name={`${at}.use`}
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
          name={`${at}.minutes_before`}
          label={t("Buffer before (minutes)")}
          type="number"
          min={0}
          max={MAX_MINUTES_AROUND_EVENTS}
          description={t("Closed before each event")}
        />
        <TextField
          name={`${at}.minutes_after`}
          label={t("Buffer after (minutes)")}
          type="number"
          min={0}
          max={MAX_MINUTES_AROUND_EVENTS}
          description={t("Closed after each event")}
        />
      </FieldRow>
      <div>
        <CheckboxField
          name={`${at}.tentative_is_busy`}
          label={t("Events you haven’t accepted count as busy")}
        />
        <CheckboxField
          name={`${at}.keeps_titles`}
          label={t("Show me the titles of my events (stored encrypted)")}
        />
      </div>
      {(can_write && connection.can_write) || writes ? (
        <div>
          <CheckboxField
            name={`${at}.writes`}
            label={t("Write the resource’s bookings to this calendar")}
          />
          <CheckboxField
            name={`${at}.writes_guest`}
            label={t("With the guest’s name and contact details")}
          />
        </div>
      ) : (
        <Hint>{t("This calendar can only be read, so bookings can’t be written to it.")}</Hint>
      )}
      <div>
        <CheckboxField name={`${at}.remove`} label={t("Remove calendar")} />
        <Hint>{t("Busy times are ignored from now on. Bookings written to it stay there.")}</Hint>
      </div>
    </>
  );
}
