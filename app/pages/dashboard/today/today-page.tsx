import { t } from "~/i18n/text";
import { BUTTON, IconLink, LinkButton } from "~/ui/kit/button";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { ArrivalList } from "./arrival-list";
import { AttentionFold } from "./attention-fold";
import { Checklist } from "./checklist";
import { Figures } from "./figure-list";
import { NextFree } from "./next-free-list";
import type { TodayView } from "./load.server";
import { WalkInBar } from "./walk-in-bar";

/** Home page: the day from first to last booking. */
export function TodayPage(props: TodayView) {
  const { date, days_ahead, arrivals, next_free, attention, checklist, may_change } = props;
  return (
    <div className="@container flex flex-col">
      <DayHeader {...props} />
      {props.walk_in !== null && <WalkInBar view={props.walk_in} />}
      {attention.length > 0 && <AttentionFold items={attention} mayChange={may_change} />}
      {checklist !== null && <Checklist items={checklist} />}
      {/* A past day has no second column; on a narrow page it comes below, so that names fit in the rows. */}
      <div
        className={`grid gap-x-7 items-start @max-[58rem]:grid-cols-[minmax(0,1fr)] @max-[58rem]:gap-y-6 ${days_ahead >= 0 ? "grid-cols-[minmax(0,1fr)_14.5rem]" : "grid-cols-[minmax(0,1fr)]"}`}
      >
        <ArrivalList
          arrivals={arrivals}
          resources={next_free.map(({ id }) => id)}
          now={props.now}
          moreRows={props.more_rows}
          otherEarlier={props.other_earlier}
          hasMore={props.has_more}
          coming={props.coming}
          date={date}
          mayChange={may_change}
        />
        {days_ahead >= 0 && (
          <NextFree
            strips={next_free}
            hasMore={props.has_more_resources}
            date={date}
            mayBook={may_change}
          />
        )}
      </div>
      <Figures figures={props.figures} weekday={props.weekday} />
    </div>
  );
}

function DayHeader({ date, day, short_day, days_ahead, before, after, may_change }: TodayView) {
  const near = new Map([
    [1, t("Tomorrow")],
    [-1, t("Yesterday")],
  ]);
  return (
    <PageHeader
      title={days_ahead === 0 ? t("Today") : day}
      aside={
        <span className="inline-flex gap-1 items-center @max-md:gap-0">
          {days_ahead === 0 ? short_day : (near.get(days_ahead) ?? null)}
          <IconLink
            to={before}
            icon="previous"
            label={t("Previous day")}
            className="ms-2 @max-md:ms-0"
          />
          <IconLink to={after} icon="next" label={t("Next day")} />
          {days_ahead !== 0 && (
            <LinkButton to="/dashboard" variant="quiet">
              {t("Today")}
            </LinkButton>
          )}
        </span>
      }
    >
      {/* Hidden on phones, which rarely print; the calendar's tools include the sheet. */}
      <LinkButton
        to={`/dashboard/calendar/sheet?date=${date}`}
        icon="print"
        variant="quiet"
        className="@max-sm:hidden"
      >
        {t("Day sheet")}
      </LinkButton>
      {may_change && days_ahead > 0 && (
        <NewBookingLink search={`day=${date}`} className={BUTTON}>
          {t("New booking")}
        </NewBookingLink>
      )}
    </PageHeader>
  );
}
