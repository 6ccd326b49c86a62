import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { CopyButton } from "~/ui/form/copy-button";
import { Button } from "~/ui/kit/button";
import styles from "./resource-page.module.css";

interface CalendarAddressProps {
  feed_id: string | null;
  /** The feed URL, displayed once. */
  url: string | null;
  name: string;
}

/** The resource's calendar feed. Its URL is a secret, so it is displayed once. */
export function CalendarAddress({ feed_id, url, name }: CalendarAddressProps) {
  return (
    <section aria-labelledby="feed" className={styles.card}>
      <h2 id="feed">{t("Calendar feed (iCal)")}</h2>
      {url !== null && (
        <div className={styles.secret} role="status">
          <p>
            {t(
              "Copy it now: it’s shown only once. Anyone with this link can read {{name}}’s bookings.",
              { name },
            )}
          </p>
          <code>{url}</code>
          <CopyButton text={url} what={t("calendar link")} />
        </div>
      )}
      {feed_id === null ? (
        <>
          <p className={styles.quiet}>
            {t("Shows {{name}}’s bookings in Google Calendar, Outlook or on a phone.", { name })}
          </p>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="feed">
              {t("Create calendar link")}
            </Button>
          </Form>
        </>
      ) : (
        <>
          {url === null && (
            <p className={styles.quiet}>{t("Creating a new link disables the current one.")}</p>
          )}
          <div className={styles.row}>
            {[
              { intent: "rotate", label: t("Create new link") },
              { intent: "unfeed", label: t("Disable link") },
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
