import { Buttons } from "~/ui/kit/form";
import type { ResolveOutside } from "~/contract/calendars";
import { msg, t } from "~/i18n/text";
import type { CalendarLine, ClashLine } from "../calendars/booking-calendar-lines";
import { Badge } from "../kit/badge";
import { Notice } from "../feedback/notice";
import { Button, BUTTON } from "../kit/button";
import type { BookingView } from "./booking-view";
import { PanelForm } from "./panel-form";
import { PanelLink } from "./panel-link";

/**
 * The booking's state in external calendars, changes made there, and conflicting events, each with
 * its actions.
 */
export function BookingCalendars({ view }: { view: BookingView }) {
  const { calendars, clashes, may_edit } = view;
  return (
    <>
      {clashes.map((clash) => (
        <Clash
          key={`${clash.calendar_id} ${clash.external_id} ${clash.instance}`}
          view={view}
          clash={clash}
        />
      ))}
      {calendars.length > 0 && (
        <ul
          className="flex flex-col gap-2 m-0 pt-0 pb-3 ps-0.5 pe-0 list-none [&_li]:flex [&_li]:flex-col [&_li]:items-start [&_li]:ps-3 [&_li]:border-s-2 [&_li]:border-line [&_li]:text-[0.8125rem] [&_li]:leading-[1.125rem]"
          aria-label={t("Connected calendars")}
        >
          {calendars.map((line) => (
            <li key={line.calendar_id}>
              <Badge tone={line.tone} icon={line.icon}>
                {line.words}
              </Badge>
              {line.more !== null && (
                <span className="text-muted text-[0.8125rem] font-normal">{line.more}</span>
              )}
              {may_edit && <Outside view={view} line={line} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Clash({
  view,
  clash: { words, calendar_id, external_id, instance },
}: {
  view: BookingView;
  clash: ClashLine;
}) {
  return (
    <Notice
      tone="bad"
      actions={
        view.may_edit && (
          <>
            {view.line.status !== "completed" && (
              <>
                <PanelLink path={view.path} show="move" className={BUTTON}>
                  {t("Move")}
                </PanelLink>
                <PanelLink path={view.path} show="cancel" className={BUTTON}>
                  {t("Cancel booking")}
                </PanelLink>
              </>
            )}
            <PanelForm view={{ ...view, show: null }} intent="fine">
              {Object.entries({ calendar_id, external_id, instance }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button type="submit">{t("It’s fine")}</Button>
            </PanelForm>
          </>
        )
      }
    >
      {words}
    </Notice>
  );
}

/** Choices for a booking that was deleted or moved in an external calendar. */
const CHOICES: Partial<Record<CalendarLine["state"], [ResolveOutside["action"], string][]>> = {
  deleted_outside: [
    ["put_back", msg("Put it back")],
    ["cancel", msg("Cancel booking")],
    ["keep", msg("Leave as is")],
  ],
  moved_outside: [
    ["move", msg("Move the booking too")],
    ["put_back", msg("Put it back")],
    ["keep", msg("Leave as is")],
  ],
};

function Outside({
  view,
  line: { calendar_id, state },
}: {
  view: BookingView;
  line: CalendarLine;
}) {
  const choices = CHOICES[state];
  if (choices === undefined) return null;
  return (
    <PanelForm view={{ ...view, show: null }} intent="outside">
      <input type="hidden" name="calendar_id" value={calendar_id} />
      <Buttons>
        {choices.map(([action, label]) => (
          <Button key={action} type="submit" name="action" value={action} size="small">
            {t(label)}
          </Button>
        ))}
      </Buttons>
    </PanelForm>
  );
}
