import { plural, t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Buttons, Hint } from "../kit/form";
import { NotifyTick } from "./booking-money-forms";
import type { BookingView } from "./booking-view";
import { PanelForm, PanelTitle } from "./panel-form";
import { PanelLink } from "./panel-link";
import type { MovePreview } from "./series-lines";

const LEAVE = "inline-flex items-center min-h-9 px-2 text-muted max-md:min-h-10";

interface MoveDatesProps {
  view: BookingView;
  moves: MovePreview;
  /** Back to the choice of a time. */
  onBack: () => void;
}

/** The dates of a series, or the services of a visit, that would move, each with its state, to confirm. */
export function MoveDates({ view, moves, onBack }: MoveDatesProps) {
  const { is_visit, dates, free, price, fields } = moves;
  return (
    <section
      className="flex flex-col gap-3 p-4 border border-line rounded-[0.625rem] bg-bg text-[0.875rem] leading-[1.25rem]"
      aria-label={t("Move")}
    >
      <PanelTitle>{is_visit ? t("Move the visit?") : t("Move these dates?")}</PanelTitle>
      <p className="m-0" role="status">
        {stateWords(moves)}
      </p>
      <ol className="flex flex-col gap-2 m-0 p-0 list-none">
        {dates.map(({ id, from, to, is_free, words }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span className={is_free ? "font-medium" : "text-muted line-through"}>{to}</span>
            <span className={is_free ? "text-muted" : "text-bad"}>{words}</span>
            <span className="basis-full text-muted text-[0.8125rem]">
              {is_free ? t("Now {{time}}", { time: from }) : t("Stays at {{time}}", { time: from })}
            </span>
          </li>
        ))}
      </ol>
      {price !== "" && <Hint>{t("Price of all: {{price}}.", { price })}</Hint>}
      <PanelForm view={view} intent="move" className="flex flex-col gap-3">
        {Object.entries(fields).map(
          ([name, value]) =>
            name !== "intent" && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {free > 0 && (
          <NotifyTick view={view}>
            {(email) => t("Email {{email}} about the new times", { email })}
          </NotifyTick>
        )}
        <Buttons>
          {free > 0 && (
            <Button type="submit" variant="primary">
              {is_visit
                ? t("Move the visit")
                : plural(free, "Move {{count}} date", "Move {{count}} dates")}
            </Button>
          )}
          <PanelLink path={view.path} show="move" className={LEAVE} onOpen={onBack}>
            {t("Choose another time")}
          </PanelLink>
        </Buttons>
      </PanelForm>
    </section>
  );
}

function stateWords({ is_visit, dates, free }: MovePreview): string {
  if (is_visit)
    return free > 0
      ? t("All services are free at the new time.")
      : t("The services of a visit move together. Choose another time.");
  return plural(
    dates.length,
    "{{free}} of {{count}} date is free",
    "{{free}} of {{count}} dates are free",
    { free },
  );
}
