import { useContext, useId, useState } from "react";
import { pageLocale, t } from "~/i18n/text";
import { weekdayNames } from "~/i18n/weekdays";
import { isolate } from "~/lib/isolate";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../form/fields";
import { SavedMeanwhileContext } from "../form/page-form";
import { valueAt } from "../form/value-at";
import { Icon } from "../icon";
import { Button, IconButton } from "../kit/button";
import { CONTROL } from "../kit/inputs";
import { FormSection, Hint, Problem, Tick } from "../kit/form";
import { dateRangeWords, spansWords } from "./date-words";
import {
  changeHoursFields,
  type DateFields,
  type DayFields,
  type SpanFields,
} from "./hours-fields";
import { type HoursEditor, useHoursFields } from "./use-hours-fields";

interface OpenFieldsProps {
  /** Absent: the time zone is not part of the form. */
  zones?: { value: string; label: string }[];
  zone_note?: string;
  /** Whether the form has exceptional dates as well. */
  with_dates?: boolean;
}

/**
 * Opening times: two times per interval and a row per exceptional range of dates, or both as text.
 */
export function OpenFields({ zones, zone_note, with_dates = true }: OpenFieldsProps) {
  const editor = useHoursFields();
  const { fields, list, onInput, revision } = editor;
  const isText = fields.hours_as === "text";
  const heading = useId();
  return (
    <div ref={list} className="flex flex-col gap-5 min-w-0" onInput={onInput}>
      {/* Enter activates the first button, which must not be one of a row. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden-text" />
      <FormSection aria-labelledby={heading}>
        <div className="flex flex-wrap gap-x-3 gap-y-1 items-center justify-between">
          <h2 id={heading} className="m-0 text-lg font-semibold">
            {t("Weekly hours")}
          </h2>
          <Button
            variant="quiet"
            size="small"
            data-mode
            {...editor.button(isText ? "fields" : "text")}
          >
            {isText ? t("Edit as list") : t("Edit as text")}
          </Button>
        </div>
        <input type="hidden" name="hours_as" value={fields.hours_as} />
        {isText ? <WeekText key={revision} {...editor} /> : <Week {...editor} />}
        <CheckboxField
          name="over_midnight"
          label={t("Allow hours past midnight, such as 20:00-02:00")}
        />
        {zones && (
          <SelectField
            name="time_zone"
            label={t("Time zone")}
            options={zones}
            description={zone_note}
          />
        )}
      </FormSection>
      {with_dates && (isText ? <DatesText key={revision} {...editor} /> : <Dates {...editor} />)}
    </div>
  );
}

/** A line of text per day. */
function WeekText({ fields }: HoursEditor) {
  const days = weekdayNames(pageLocale());
  return (
    <>
      <Hint>{t("Such as 09:00-12:30, 13:30-17:00.")}</Hint>
      <div className="flex flex-col gap-2 max-w-128">
        {days.map((day, index) => (
          <TextField
            key={day}
            name={`day_${index + 1}`}
            label={day}
            defaultValue={fields.lines[index]}
            placeholder={t("Closed")}
            className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-2 gap-y-0 items-center [&>label]:m-0 [&>:not(label,:nth-child(2))]:col-2"
          />
        ))}
      </div>
    </>
  );
}

/** A line of text per range of dates. */
function DatesText({ fields }: HoursEditor) {
  return (
    <FormSection id="overrides" title={t("Other dates")}>
      <TextAreaField
        name="overrides"
        label={t("Dates, one per line")}
        defaultValue={fields.overrides}
        description={t(
          "2026-12-24 closed · 2026-12-27 to 2026-12-30 10:00-14:00 · several dates: 2027-04-05, 2027-05-17. Later lines override earlier ones.",
        )}
        rows={4}
        className="[&_textarea]:tabular-nums"
      />
    </FormSection>
  );
}

const USUAL: SpanFields = { from: "09:00", to: "17:00" };
const EMPTY: SpanFields = { from: "", to: "" };

/** The days of the week, each closed or with its intervals. */
function Week(editor: HoursEditor) {
  const { week } = editor.fields;
  const days = weekdayNames(pageLocale());
  const open = week.findIndex((day) => day.open);
  const usual = week[open]?.spans[0] ?? USUAL;
  const lines = changeHoursFields(editor.fields, "text")?.lines ?? [];
  return (
    <>
      <ul className="m-0 p-0 border-t border-line list-none max-w-152">
        {days.map((name, index) => (
          <Day
            key={name}
            name={name}
            index={index}
            day={week[index]!}
            usual={usual}
            line={lines[index] ?? ""}
            has_copy={index === open}
            {...editor}
          />
        ))}
      </ul>
      <FormProblem {...editor} name="rules" />
    </>
  );
}

// Closed days hide their times; also without scripts.
const IF_OPEN = "group-[:not(:has(input[name$='.open']:checked))]/day:hidden";
const IF_CLOSED = "group-has-[input[name$='.open']:checked]/day:hidden";

interface DayProps extends HoursEditor {
  name: string;
  index: number;
  day: DayFields;
  /** Times of a day that is opened. */
  usual: SpanFields;
  has_copy: boolean;
  /** The typed hours as text. */
  line: string;
}

function Day({ name, index, day, usual, has_copy, line, ...editor }: DayProps) {
  const field = `week[${index}]`;
  const shown = day.spans.length > 0 ? day.spans : [day.open ? EMPTY : usual];
  const meanwhile = useMeanwhile(`day_${index + 1}`, line);
  return (
    <li
      id={`day_${index + 1}`}
      data-of={`week ${index}`}
      className="group/day grid grid-cols-[8.5rem_minmax(0,1fr)_auto] gap-x-2 gap-y-1 items-start min-h-row py-1 border-b border-line max-md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <Tick type="checkbox" name={`${field}.open`} key={editor.revision} defaultChecked={day.open}>
        <span className="font-medium">{name}</span>
      </Tick>
      <div className="min-w-0 max-md:row-2 max-md:col-span-2">
        <p className={`m-0 py-1.5 text-muted max-md:hidden ${IF_CLOSED}`}>{t("Closed")}</p>
        <div className={IF_OPEN}>
          <Spans field={field} of={`week ${index}`} label={name} spans={shown} {...editor} />
          {has_copy && (
            <Button
              variant="quiet"
              size="small"
              className="mt-1 -ms-2.5"
              data-copy
              {...editor.button(`copy week ${index}`)}
            >
              {t("Copy to weekdays")}
            </Button>
          )}
        </div>
        {meanwhile}
      </div>
      <div
        className={`flex flex-wrap gap-1 items-center justify-end min-h-control max-md:row-1 max-md:col-2 ${IF_OPEN}`}
      >
        <AddBreak of={`week ${index}`} label={name} {...editor} />
      </div>
    </li>
  );
}

interface SpansProps extends HoursEditor {
  field: string;
  /** The row, as its buttons name it: "week 2". */
  of: string;
  label: string;
  spans: SpanFields[];
}

/** The intervals of a day or of dates, with their problems. */
function Spans({ field, of, label, spans, problemAt, button, revision }: SpansProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      {spans.map((span, index) => {
        const sides = (["from", "to"] as const).map((side) => {
          const name = `${field}.spans[${index}].${side}`;
          return { side, name, problem: problemAt(name) };
        });
        const problems = sides.flatMap(({ problem }) => problem ?? []);
        const values = { day: isolate(label), number: index + 1 };
        const isOnly = spans.length === 1;
        return (
          <div key={index} className="min-w-0">
            <div className="flex gap-1.5 items-center">
              {sides.map(({ side, name, problem }) => (
                <span key={side} className="contents">
                  {side === "to" && (
                    <span className="text-muted" aria-hidden="true">
                      –
                    </span>
                  )}
                  <input
                    key={revision}
                    type="time"
                    name={name}
                    defaultValue={span[side]}
                    aria-label={timeLabel(side, isOnly, values)}
                    aria-invalid={problem === undefined ? undefined : true}
                    aria-describedby={problem === undefined ? undefined : `${id}-${index}`}
                    className={`${CONTROL} flex-[0_1_7.5rem] max-md:flex-[0_1_9.5rem]`}
                  />
                </span>
              ))}
              {!isOnly && (
                <IconButton
                  icon="cross"
                  label={t("Remove {{day}}, hours {{number}}", values)}
                  {...button(`join ${of} ${index}`)}
                />
              )}
            </div>
            {problems.length > 0 && <Problem id={`${id}-${index}`}>{problems.join(" ")}</Problem>}
          </div>
        );
      })}
    </div>
  );
}

function timeLabel(
  side: "from" | "to",
  isOnly: boolean,
  values: { day: string; number: number },
): string {
  if (isOnly) return side === "from" ? t("{{day}} from", values) : t("{{day}} to", values);
  return side === "from"
    ? t("{{day}} from, hours {{number}}", values)
    : t("{{day}} to, hours {{number}}", values);
}

function AddBreak({ of, label, button }: HoursEditor & { of: string; label: string }) {
  return (
    <Button variant="quiet" size="small" icon="plus" data-add {...button(`break ${of}`)}>
      {t("Break")} <span className="hidden-text">{label}</span>
    </Button>
  );
}

/** Exceptional dates: a line each, which opens its fields. */
function Dates(editor: HoursEditor) {
  const { dates } = editor.fields;
  const heading = useId();
  const text = changeHoursFields(editor.fields, "text")?.overrides ?? "";
  const meanwhile = useMeanwhile("overrides", text);
  return (
    <FormSection id="overrides" aria-labelledby={heading}>
      <div className="flex flex-wrap gap-x-3 gap-y-1 items-center justify-between">
        <h2 id={heading} className="m-0 text-lg font-semibold">
          {t("Other dates")}
        </h2>
        <Button size="small" icon="plus" data-add="dates" {...editor.button("add dates")}>
          {t("Add dates")}
        </Button>
      </div>
      {meanwhile}
      {dates.length === 0 ? (
        <Hint>{t("Holidays and other days that differ from the week.")}</Hint>
      ) : (
        <ul className="m-0 p-0 border-t border-line list-none">
          {dates.map((row, index) => (
            <DateRow key={`${editor.revision} ${index}`} row={row} index={index} {...editor} />
          ))}
        </ul>
      )}
      <FormProblem {...editor} name="dates" />
    </FormSection>
  );
}

const IF_HOURS = "group-[:not(:has(option[value='hours']:checked))]/dates:hidden";

function DateRow({ row, index, ...editor }: HoursEditor & { row: DateFields; index: number }) {
  const { problemAt, button } = editor;
  const field = `dates[${index}]`;
  // A new row stays open while it is filled in and tried out.
  const [isNew] = useState(row.from === "");
  const when = row.from === "" ? t("New dates") : dateRangeWords(row.from, row.to);
  const spans = row.spans.length > 0 ? row.spans : [USUAL];
  const hasProblem =
    [".from", ".to", ...spans.flatMap((_, at) => [`.spans[${at}].from`, `.spans[${at}].to`])] // prettier-ignore
      .some((name) => problemAt(field + name) !== undefined);
  return (
    <li
      data-row
      data-of={`dates ${index}`}
      className="group/dates flex gap-2 items-start border-b border-line"
    >
      <details className="group/open flex-1 min-w-0" open={isNew || hasProblem || undefined}>
        <summary className="flex flex-wrap gap-x-4 gap-y-0 items-center min-h-row py-1 list-none cursor-pointer [&::-webkit-details-marker]:hidden hover:text-accent-text">
          <strong className="min-w-32 font-semibold">{when}</strong>
          <span className="text-muted">
            {row.kind === "closed" ? t("Closed") : spansWords(spans)}
          </span>
          <span className="ms-auto text-muted">
            <Icon name="edit" size={16} />
            <span className="hidden-text">{t("Edit")}</span>
          </span>
        </summary>
        <div
          className="flex flex-wrap gap-x-3 gap-y-2 items-end pb-3"
          role="group"
          aria-label={when}
        >
          <DateInput {...editor} name={`${field}.from`} label={t("First day")} value={row.from} />
          <DateInput {...editor} name={`${field}.to`} label={t("Last day")} value={row.to} />
          <label className="flex flex-col gap-1 flex-[0_1_10rem] text-sm font-medium">
            {t("Hours")}
            <select
              name={`${field}.kind`}
              defaultValue={row.kind}
              className={`${CONTROL} font-normal`}
            >
              <option value="closed">{t("Closed")}</option>
              <option value="hours">{t("Special hours")}</option>
            </select>
          </label>
          <div className={`flex flex-wrap gap-2 items-start basis-full ${IF_HOURS}`}>
            <Spans field={field} of={`dates ${index}`} label={when} spans={spans} {...editor} />
            <AddBreak of={`dates ${index}`} label={when} {...editor} />
          </div>
        </div>
      </details>
      <IconButton
        icon="cross"
        label={t("Remove: {{when}}", { when })}
        className="mt-1"
        {...button(`remove dates ${index}`)}
      />
    </li>
  );
}

interface DateInputProps extends HoursEditor {
  name: string;
  label: string;
  value: string;
}

function DateInput({ name, label, value, problemAt }: DateInputProps) {
  const id = useId();
  const problem = problemAt(name);
  return (
    <div className="flex-[0_1_10rem] min-w-36">
      <label className="flex flex-col gap-1 text-sm font-medium">
        {label}
        <input
          type="date"
          name={name}
          defaultValue={value}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : id}
          className={`${CONTROL} font-normal`}
        />
      </label>
      {problem !== undefined && <Problem id={id}>{problem}</Problem>}
    </div>
  );
}

/** A problem of all rows together. */
function FormProblem({ problemAt, name }: HoursEditor & { name: string }) {
  const problem = problemAt(name);
  return problem === undefined ? null : <Problem>{problem}</Problem>;
}

/** The text that someone else saved while this form was open, if it differs. */
function useMeanwhile(name: string, text: string) {
  const meanwhile = useContext(SavedMeanwhileContext);
  if (meanwhile === null) return null;
  const now = valueAt(meanwhile, name);
  if (now === text) return null;
  return <Problem>{t("Now: {{value}}", { value: now === "" ? t("Closed") : now })}</Problem>;
}
