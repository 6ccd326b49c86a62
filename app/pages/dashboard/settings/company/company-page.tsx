import { msg, t } from "~/i18n/text";
import { FormPart, FieldRow } from "~/ui/kit/form";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ImageForm } from "~/ui/form/image-form";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { CompanyView } from "./load.server";

export const COMPANY_PATH = "/dashboard/settings/company";

/** Translated with t(). */
const LABELS = {
  name: msg("Name"),
  slug: msg("Booking link"),
  email: msg("Email"),
  phone: msg("Phone"),
  website: msg("Website"),
  "address.line1": msg("Street address"),
  "address.line2": msg("Address line 2"),
  "address.postal_code": msg("Postal code"),
  "address.city": msg("City"),
  "address.region": msg("Region"),
  "address.country": msg("Country"),
  time_zone: msg("Time zone"),
  locale: msg("Email language"),
  currency: msg("Currency"),
};

/** Form response, if it wasn't saved. */
interface CompanyAnswer {
  result?: FormRefusal;
  /** The input, if someone else saved concurrently. */
  conflict?: object;
}

/** The company's logo and details. */
export function CompanyPage({
  view,
  answer,
}: {
  view: CompanyView;
  answer: CompanyAnswer | undefined;
}) {
  const { logo, limits, stored, book_url, choices } = view;
  const { conflict, result } = answer ?? {};
  const field = (name: keyof typeof LABELS) => ({ name, label: t(LABELS[name]) });
  return (
    <>
      <PageHeader title={t("Company")} />
      <Card title={t("Logo")} lead={t("Shown in emails, and in widgets that have it on.")}>
        <ImageForm
          action={`${COMPANY_PATH}/logo`}
          image={logo}
          alt={t("Logo of {{name}}", { name: stored.name })}
        />
      </Card>
      <PageForm
        intent="save"
        stored={stored}
        typed={conflict}
        refusal={result}
        limits={limits}
        draft="company"
        version={{ field: "read_at", stored: stored.read_at, conflict: conflict && stored.read_at }}
        className="[&>[role=alert]]:mb-5"
      >
        {conflict && <Conflict lines={conflictLines(LABELS, conflict, stored)} />}
        <Card title={t("Public details")}>
          <FormPart>
            <TextField {...field("name")} required />
            <TextField
              {...field("slug")}
              required
              description={t("Guests book at {{url}}. If you change it, old links stop working.", {
                url: book_url,
              })}
            />
            <FieldRow>
              <TextField {...field("email")} type="email" />
              <TextField {...field("phone")} type="tel" />
            </FieldRow>
            <TextField
              {...field("website")}
              type="url"
              placeholder={t("https://www.example.com")}
            />
          </FormPart>
        </Card>
        <Card title={t("Address")}>
          <FormPart>
            <TextField {...field("address.line1")} />
            <TextField {...field("address.line2")} />
            <FieldRow>
              <TextField {...field("address.postal_code")} />
              <TextField {...field("address.city")} />
            </FieldRow>
            <FieldRow>
              <TextField {...field("address.region")} />
              <TextField
                {...field("address.country")}
                maxLength={2}
                description={t("Two-letter code, such as NL.")}
              />
            </FieldRow>
          </FormPart>
        </Card>
        <Card title={t("Time, language and currency")}>
          <FormPart>
            <SelectField
              {...field("time_zone")}
              options={choices.time_zones}
              description={t(
                "For opening hours and the dashboard. Existing bookings keep their exact time.",
              )}
            />
            <FieldRow>
              <SelectField {...field("locale")} options={choices.languages} />
              <SelectField
                {...field("currency")}
                options={choices.currencies}
                description={t("For new services. Existing prices stay as they are.")}
              />
            </FieldRow>
          </FormPart>
        </Card>
        <Button variant="primary" type="submit">
          {t("Save")}
        </Button>
      </PageForm>
    </>
  );
}
