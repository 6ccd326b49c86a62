import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Select, TextInput } from "../kit/inputs";
import { useDrawer } from "../layout/in-drawer";
import { MailTick } from "./booking-money-forms";
import { PanelForm, PanelTitle } from "./panel-form";
import type { BookingView, MoveChoices } from "./booking-view";
import { PanelLink } from "./panel-link";
import type { TimeChoice } from "./time-choices";
import { TimeButtons } from "./time-buttons";
import styles from "./booking-panel.module.css";

interface MoveFormProps {
  view: BookingView;
  move: MoveChoices;
  /** The nearest free times, where the one that was pressed has gone. */
  alternatives: TimeChoice[];
}

/** Other times for a booking: a button each moves it. Another day or resource is asked for above. */
export function MoveForm({ view, move, alternatives }: MoveFormProps) {
  const drawer = useDrawer();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (drawer === null) return;
    event.preventDefault();
    const asked = new FormData(event.currentTarget);
    drawer.load(`?${new URLSearchParams([...asked].map(([name, value]) => [name, String(value)]))}`);
  };
  const shown = move.on_day?.choices ?? move.first;
  return (
    <section className={styles.part} aria-label={t("Move")}>
      <PanelTitle>{t("Move to another time")}</PanelTitle>
      <Form method="get" action={view.path} className={styles.row!} onSubmit={onSubmit} preventScrollReset replace>
        <input type="hidden" name="show" value="move" />
        <TextInput type="date" name="day" label={t("Day")} min={move.today} defaultValue={move.day} />
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
        {alternatives.length > 0 && <TimeButtons title={t("Still free")} choices={alternatives} />}
        <TimeButtons title={move.on_day ? move.on_day.label : t("First free times")} choices={shown} />
        {shown.length === 0 && (
          <p className={styles.lead} role="status">
            {t("No free time")} {move.on_day ? t("on this day") : t("in sight")}
            {t(". Try another day, or someone else.")}
          </p>
        )}
        {view.line.price !== null && (
          <>
            <p className={styles.lead}>
              {t("The price stays {price}, as agreed when it was booked.", { price: view.line.price })}
            </p>
            <label className={styles.tick}>
              <input type="checkbox" name="reprice" />
              <span>
                {t("Use the price of the new time instead; the difference is then due, or owed to the guest")}
              </span>
            </label>
          </>
        )}
        <MailTick view={view} about="the new time" />
      </PanelForm>
      <div className={styles.buttons}>
        <PanelLink path={view.path} show={null} className={styles.leave}>
          {t("Leave it where it is")}
        </PanelLink>
      </div>
    </section>
  );
}
