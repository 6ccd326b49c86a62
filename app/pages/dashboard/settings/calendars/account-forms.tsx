import { t } from "~/i18n/text";
import { FieldRow } from "~/ui/kit/form";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm, refusalOf } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { DISCLOSED_FORM, Disclosure } from "~/ui/kit/disclosure";

/** Forms for password-based accounts and calendar URLs, collapsed. */
export function AccountForms({ refusal }: { refusal: FormRefusal | undefined }) {
  return (
    <>
      <Disclosure
        title={t("iCloud, Fastmail, Nextcloud or another CalDAV server")}
        tone="plain"
        open={refusalOf(refusal, "caldav") !== undefined}
      >
        <PageForm intent="caldav" refusal={refusal} className={DISCLOSED_FORM}>
          <TextField
            name="server_url"
            label={t("Server")}
            type="url"
            description={t("Such as https://caldav.icloud.com.")}
            required
            maxLength={2000}
          />
          <FieldRow>
            <TextField
              name="username"
              label={t("User name")}
              autoComplete="off"
              required
              maxLength={254}
            />
            <TextField
              name="password"
              label={t("Password")}
              type="password"
              autoComplete="off"
              description={t("iCloud and Fastmail take an app password only. Stored encrypted.")}
              required
              maxLength={500}
            />
          </FieldRow>
          <Button type="submit">{t("Connect account")}</Button>
        </PageForm>
      </Disclosure>
      <Disclosure
        title={t("iCal address (read-only)")}
        tone="plain"
        open={refusalOf(refusal, "ical") !== undefined}
      >
        <PageForm intent="ical" refusal={refusal} className={DISCLOSED_FORM}>
          <TextField
            name="url"
            label={t("Address")}
            type="url"
            description={t("Read every 15 minutes. Bookings can’t be written to it.")}
            required
            maxLength={2000}
          />
          <Button type="submit">{t("Connect address")}</Button>
        </PageForm>
      </Disclosure>
    </>
  );
}
