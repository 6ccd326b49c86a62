import { t } from "~/i18n/text";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm, refusalOf } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import confirm from "~/ui/form/confirm.module.css";
import fields from "~/ui/form/fields.module.css";

/** Forms for password-based accounts and calendar URLs, collapsed. */
export function AccountForms({ refusal }: { refusal: FormRefusal | undefined }) {
  return (
    <>
      <details
        className={confirm.confirm}
        data-tone="plain"
        open={refusalOf(refusal, "caldav") !== undefined}
      >
        <summary>{t("iCloud, Fastmail, Nextcloud or another CalDAV server")}</summary>
        <PageForm intent="caldav" refusal={refusal} className={`${confirm.inside} ${fields.form}`}>
          <TextField
            name="server_url"
            label={t("Server")}
            type="url"
            description={t("Such as https://caldav.icloud.com.")}
            required
            maxLength={2000}
          />
          <div className={fields.row}>
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
          </div>
          <Button type="submit">{t("Connect account")}</Button>
        </PageForm>
      </details>
      <details
        className={confirm.confirm}
        data-tone="plain"
        open={refusalOf(refusal, "ical") !== undefined}
      >
        <summary>{t("iCal address (read-only)")}</summary>
        <PageForm intent="ical" refusal={refusal} className={`${confirm.inside} ${fields.form}`}>
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
      </details>
    </>
  );
}
