import { Tick, Fieldset, Hint, Buttons } from "~/ui/kit/form";
import { Button, BUTTON } from "../kit/button";
import { Select, TextInput } from "../kit/inputs";
import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { list, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { Avatar } from "../avatar";
import { Icon } from "../icon";
import { useDrawer } from "../layout/in-drawer";
import { NotifyTick } from "./booking-money-forms";
import { PanelForm, PanelTitle } from "./panel-form";
import type { BookingView, MoveChoices, MoveDay } from "./booking-view";
import { PanelLink } from "./panel-link";
import type { TimeChoice } from "./time-choices";
import { TimeButtons } from "./time-buttons";

interface MoveFormProps {
  view: BookingView;
  move: MoveChoices;
  /** Nearest free times after the chosen one was taken. */
  alternatives: TimeChoice[];
}

/**
 * Other times for a booking, each a button that moves it: the same time with a colleague, then a
 * strip of days, and everybody's times on the chosen one.
 */
export function MoveForm({ view, move, alternatives }: MoveFormProps) {
  return (
    <section
      className="flex flex-col gap-3 p-4 border border-line rounded-[0.625rem] bg-bg text-[0.875rem] leading-[1.25rem]"
      aria-label={t("Move")}
    >
      <PanelTitle>{t("Move booking")}</PanelTitle>
      <PanelForm view={view} intent="move" className="flex flex-col gap-3">
        <input type="hidden" name="expected_amount" value={view.price_amount} />
        {move.scopes.length > 0 && (
          <Fieldset legend={view.visit ? t("Services") : t("Dates", { context: "series" })}>
            <Tick type="radio" name="scope" value="this" defaultChecked={!view.visit}>
              {view.visit ? t("Only this service") : t("Only this date")}
            </Tick>
            {move.scopes.map(({ value, words }) => (
              <Tick
                key={value}
                type="radio"
                name="scope"
                value={value}
                defaultChecked={!!view.visit}
              >
                {words}
              </Tick>
            ))}
            {!view.visit && <Hint>{t("Several dates are listed before they move.")}</Hint>}
          </Fieldset>
        )}
        {alternatives.length > 0 && <TimeButtons title={t("Still free")} choices={alternatives} />}
        <SameTime choices={move.same_time} />
        <DayStrip view={view} move={move} />
        <People view={view} move={move} />
        {view.line.price !== null && (
          <>
            <Hint>
              {t("With the same resource and length the price stays {{price}}.", {
                price: view.line.price,
              })}
            </Hint>
            <Tick type="checkbox" name="reprice">
              {t("Charge the new price")}
            </Tick>
          </>
        )}
        <NotifyTick view={view}>
          {(email) => t("Email {{email}} about the new time", { email })}
        </NotifyTick>
      </PanelForm>
      <OtherDay view={view} move={move} />
      <Buttons>
        <PanelLink
          path={view.path}
          show={null}
          className="inline-flex items-center min-h-9 px-2 text-muted max-md:min-h-10"
        >
          {t("Keep current time")}
        </PanelLink>
      </Buttons>
    </section>
  );
}

const WRAP = "flex flex-wrap gap-1.5 m-0 p-0 list-none";

function SameTime({ choices }: { choices: TimeChoice[] }) {
  if (choices.length === 0) return null;
  return (
    <ul className={WRAP}>
      {choices.map(({ slot_id, more }) => (
        <li key={slot_id}>
          <Button type="submit" name="slot_id" value={slot_id}>
            {t("Same time with {{resource}}", { resource: isolate(more) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type PartProps = Pick<MoveFormProps, "view" | "move">;

/** Seven days with the number of their free times, as links. */
function DayStrip({ view: { path }, move }: PartProps) {
  if (move.days.length === 0) return null;
  return (
    <nav aria-label={t("Day")} className="flex gap-1 items-stretch">
      {move.before !== null && (
        <StripArrow path={path} search={move.before} icon="previous" label={t("Earlier")} />
      )}
      <ol className="grid flex-1 grid-cols-7 gap-1 min-w-0 m-0 p-0 list-none">
        {move.days.map((day) => (
          <li key={day.date} className="grid">
            <DayLink path={path} day={day} isShown={day.date === move.day} />
          </li>
        ))}
      </ol>
      <StripArrow path={path} search={move.after} icon="next" label={t("Later")} />
    </nav>
  );
}

interface StripArrowProps {
  path: string;
  search: string;
  icon: "previous" | "next";
  label: string;
}

const StripArrow = ({ path, search, icon, label }: StripArrowProps) => (
  <PanelLink
    path={path}
    show="move"
    search={search}
    label={label}
    className="grid place-items-center flex-none w-7 rounded-md text-muted hover:bg-hover hover:text-text"
  >
    <Icon name={icon} size={18} />
  </PanelLink>
);

function DayLink({ path, day, isShown }: { path: string; day: MoveDay; isShown: boolean }) {
  return (
    <PanelLink
      path={path}
      show="move"
      search={day.search}
      current={isShown}
      label={day.description}
      className={`flex flex-col items-center min-w-0 py-1.5 px-0.5 border rounded-md text-center no-underline hover:bg-hover ${isShown ? "border-accent bg-accent-soft" : "border-line bg-surface"} ${day.has_times ? "text-text" : "text-muted"}`}
    >
      <span className="text-2xs text-muted">{day.weekday}</span>
      <span className="text-lg font-semibold">{day.number}</span>
      <span
        className={`max-w-full text-2xs wrap-anywhere ${day.has_times ? "text-accent-text font-medium" : "text-muted"}`}
      >
        {day.label}
      </span>
    </PanelLink>
  );
}

/** The free times of the chosen day, by resource. */
function People({ view: { path }, move }: PartProps) {
  const { people, without_times, more_people, fewer_people, next } = move;
  return (
    <>
      <p className="m-0 text-md font-semibold">{move.label}</p>
      {people.map(({ id, name, choices }) => (
        <div key={id} role="group" aria-label={name}>
          <p className="flex gap-2 items-center m-0 mb-1.5 font-medium" aria-hidden="true">
            <Avatar name={name} index={move.resources.findIndex((each) => each.id === id)} />
            <bdi className="truncate">{name}</bdi>
          </p>
          <ul className={WRAP}>
            {choices.map(({ slot_id, time, more, description }) => (
              <li key={slot_id}>
                <button
                  type="submit"
                  name="slot_id"
                  value={slot_id}
                  className={BUTTON}
                  aria-label={`${description}, ${name}`}
                >
                  <span>{time}</span>
                  {more !== "" && <span className="text-muted text-xs font-normal">{more}</span>}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {people.length === 0 && (
        <Hint role="status">
          {move.days.length > 0
            ? t("No free times on this day. Try another day or person.")
            : t("No free times. Try another day or person.")}
        </Hint>
      )}
      {people.length > 0 && without_times.length > 0 && (
        <Hint>
          {t("No free times: {{names}}", {
            names: list(without_times.map((name) => isolate(name))),
          })}
        </Hint>
      )}
      {next !== null && (
        <PanelLink path={path} show="move" search={next.search} className="text-accent-text">
          {t("Next: {{time}}", { time: next.words })}
        </PanelLink>
      )}
      {(more_people !== null || fewer_people !== null) && (
        <Buttons>
          {fewer_people !== null && (
            <PanelLink path={path} show="move" search={fewer_people} className={BUTTON}>
              {t("Previous people")}
            </PanelLink>
          )}
          {more_people !== null && (
            <PanelLink path={path} show="move" search={more_people} className={BUTTON}>
              {t("More people")}
            </PanelLink>
          )}
        </Buttons>
      )}
    </>
  );
}

/** A day far away, or someone who doesn't offer the service. */
function OtherDay({ view, move }: PartProps) {
  const drawer = useDrawer();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (drawer === null) return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    drawer.load(
      `?${new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))}`,
    );
  };
  return (
    <details open={move.resource_id !== "" || undefined}>
      <summary className="min-h-8 text-accent-text leading-8 cursor-pointer max-md:min-h-10 max-md:leading-10">
        {t("Other day or person")}
      </summary>
      <Form
        key={`${move.day} ${move.resource_id}`}
        method="get"
        action={view.path}
        className="flex flex-wrap items-end gap-3 pt-1"
        onSubmit={onSubmit}
        preventScrollReset
        replace
      >
        <input type="hidden" name="show" value="move" />
        <TextInput
          type="date"
          name="day"
          label={t("Day")}
          min={move.today}
          defaultValue={move.day}
        />
        <Select name="resource_id" label={t("With")} defaultValue={move.resource_id}>
          <option value="">{t("Anyone")}</option>
          {move.resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit">{t("Show times")}</Button>
      </Form>
    </details>
  );
}
