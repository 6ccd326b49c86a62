import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FormSection, Hint, Buttons } from "~/ui/kit/form";
import { CopyButton } from "~/ui/form/copy-button";
import { Button } from "~/ui/kit/button";

interface CalendarAddressProps {
  feed_id: string | null;
  /** The feed URL, displayed once. */
  url: string | null;
  name: string;
}

/** The resource's calendar feed. Its URL is a secret, so it is displayed once. */
export function CalendarAddress({ feed_id, url, name }: CalendarAddressProps) {
  return (
    <FormSection title={t("Calendar feed (iCal)")}>
      {url !== null && (
        <div
          className="flex flex-col gap-2 items-start p-4 rounded-[0.625rem] bg-accent-soft [&_p]:m-0 [&_code]:wrap-anywhere"
          role="status"
        >
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
          <Hint>
            {t("Shows {{name}}’s bookings in Google Calendar, Outlook or on a phone.", { name })}
          </Hint>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="feed">
              {t("Create calendar link")}
            </Button>
          </Form>
        </>
      ) : (
        <>
          {url === null && <Hint>{t("Creating a new link disables the current one.")}</Hint>}
          <Buttons>
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
          </Buttons>
        </>
      )}
    </FormSection>
  );
}
