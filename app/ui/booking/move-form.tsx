import { Tick, Hint, Buttons } from "~/ui/kit/form";
import { Button } from "../kit/button";
import { Select, TextInput } from "../kit/inputs";
import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { t } from "~/i18n/text";
import { useDrawer } from "../layout/in-drawer";
import { NotifyTick } from "./booking-money-forms";
import { PanelForm, PanelTitle } from "./panel-form";
import type { BookingView, MoveChoices } from "./booking-view";
import { PanelLink } from "./panel-link";
import type { TimeChoice } from "./time-choices";
import { TimeButtons } from "./time-buttons";

interface MoveFormProps {
  view: BookingView;
  move: MoveChoices;
  /** Nearest free times after the chosen one was taken. */
  alternatives: TimeChoice[];
}

/** Other times for a booking; each button moves it. Another day or resource is chosen above. */
export function MoveForm({ view, move, alternatives }: MoveFormProps) {
  const drawer = useDrawer();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (drawer === null) return;
    event.preventDefault();
    const asked = new FormData(event.currentTarget);
    drawer.load(
      `?${new URLSearchParams([...asked].map(([name, value]) => [name, String(value)]))}`,
    );
  };
  const shown = move.on_day?.choices ?? move.first;
  return (
    <section
      className="flex flex-col gap-3 p-4 border border-line rounded-[0.625rem] bg-bg text-[0.875rem] leading-[1.25rem]"
      aria-label={t("Move")}
    >
      <PanelTitle>{t("Move booking")}</PanelTitle>
      <Form
        method="get"
        action={view.path}
        className="flex flex-wrap items-end gap-3"
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
          {move.resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit">{t("Show times")}</Button>
      </Form>
      <PanelForm view={view} intent="move">
        <input type="hidden" name="expected_amount" value={view.price_amount} />
        {alternatives.length > 0 && <TimeButtons title={t("Still free")} choices={alternatives} />}
        {move.same_time.length > 0 && (
          <TimeButtons title={t("Same time with")} choices={move.same_time} />
        )}
        <TimeButtons
          title={move.on_day ? move.on_day.label : t("First free times")}
          choices={shown}
        />
        {shown.length === 0 && (
          <Hint role="status">
            {move.on_day
              ? t("No free times on this day. Try another day or person.")
              : t("No free times. Try another day or person.")}
          </Hint>
        )}
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
