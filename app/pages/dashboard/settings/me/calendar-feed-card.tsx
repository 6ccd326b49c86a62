import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import styles from "~/ui/form/fields.module.css";

interface CalendarFeedCardProps {
  feed: { id: string; made: string } | null;
  refusal: FormRefusal | undefined;
}

/** A person's own calendar address: made, renewed and deleted. Its text is shown once, where it is made. */
export function CalendarFeedCard({ feed, refusal }: CalendarFeedCardProps) {
  return (
    <Card title={t("Calendar address")} lead={t("Your bookings in your own calendar program, read only.")}>
      {feed === null ? (
        <Form method="post" className={styles.form!}>
          <FormProblems state={formState({}, refusal, "make_feed")} />
          <input type="hidden" name="intent" value="make_feed" />
          <Button type="submit">{t("Make an address")}</Button>
        </Form>
      ) : (
        <div className={styles.form}>
          <p className={styles.hint}>
            {t("Made {made}. It was shown then and cannot be shown again.", { made: feed.made })}
          </p>
          <Confirm
            tone="plain"
            title={t("Make a new one")}
            intent="renew_feed"
            button={t("Make a new address")}
            fields={{ feed_id: feed.id }}
          >
            <p>{t("The old address ends at once: calendars that read it stop.")}</p>
          </Confirm>
          <Confirm
            title={t("Delete")}
            intent="remove_feed"
            button={t("Delete the address")}
            fields={{ feed_id: feed.id }}
          >
            <p>{t("Calendars that read it stop.")}</p>
          </Confirm>
        </div>
      )}
    </Card>
  );
}
