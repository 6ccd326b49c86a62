import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { CopyButton } from "~/ui/form/copy-button";
import { Button } from "~/ui/kit/button";
import styles from "./resource-page.module.css";

interface CalendarAddressProps {
  feed_id: string | null;
  /** The address, the one time that it is shown. */
  url: string | null;
  name: string;
}

/** The address under which other calendar programs read the bookings. It is a secret, so it is shown once. */
export function CalendarAddress({ feed_id, url, name }: CalendarAddressProps) {
  return (
    <section aria-labelledby="feed" className={styles.card}>
      <h2 id="feed">{t("Calendar for other programs")}</h2>
      {url !== null && (
        <div className={styles.secret} role="status">
          <p>{t("Copy it now: it is shown this once. Who has it can read the bookings of {name}.", { name })}</p>
          <code>{url}</code>
          <CopyButton text={url} what={t("the calendar address")} />
        </div>
      )}
      {feed_id === null ? (
        <>
          <p className={styles.quiet}>
            {t("An address for Google Calendar, Outlook or a telephone, to read the bookings of {name}.", { name })}
          </p>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="feed">
              {t("Make an address")}
            </Button>
          </Form>
        </>
      ) : (
        <>
          {url === null && (
            <p className={styles.quiet}>{t("There is an address. A new one ends the old one at once.")}</p>
          )}
          <div className={styles.row}>
            {[
              { intent: "rotate", label: "New address" },
              { intent: "unfeed", label: "End the address" },
            ].map(({ intent, label }) => (
              <Form key={intent} method="post" preventScrollReset>
                <input type="hidden" name="feed_id" value={feed_id} />
                <Button type="submit" name="intent" value={intent}>
                  {label}
                </Button>
              </Form>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
