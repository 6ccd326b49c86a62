import { t } from "~/i18n/text";
import { FORM, FormPart, Hint } from "~/ui/kit/form";
import { Confirm } from "~/ui/form/confirm";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { Button } from "~/ui/kit/button";

interface CalendarFeedCardProps {
  feed: { id: string; made: string } | null;
  refusal: FormRefusal | undefined;
}

/** A person's calendar feed: create, replace, delete. Its URL is displayed once, on creation. */
export function CalendarFeedCard({ feed, refusal }: CalendarFeedCardProps) {
  return (
    <Card
      title={t("Calendar feed (iCal)")}
      lead={t("Your bookings in your own calendar app, read-only.")}
    >
      {feed === null ? (
        <PageForm intent="make_feed" refusal={refusal} className={FORM}>
          <Button type="submit">{t("Create calendar link")}</Button>
        </PageForm>
      ) : (
        <FormPart>
          <Hint>{t("Link created {{time}}. It can’t be shown again.", { time: feed.made })}</Hint>
          <Confirm
            tone="plain"
            title={t("Create a new link")}
            intent="renew_feed"
            button={t("Create new link")}
            fields={{ feed_id: feed.id }}
          >
            <p>
              {t(
                "Creating a new link disables the current one. Calendars that use it stop updating.",
              )}
            </p>
          </Confirm>
          <Confirm
            title={t("Delete link")}
            intent="remove_feed"
            button={t("Delete calendar link")}
            fields={{ feed_id: feed.id }}
          >
            <p>{t("Calendars that use it stop updating.")}</p>
          </Confirm>
        </FormPart>
      )}
    </Card>
  );
}
