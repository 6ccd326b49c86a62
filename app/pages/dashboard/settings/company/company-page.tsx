import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { useFilledFrom } from "~/ui/drafts/use-filled-from";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { FormProblems, SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ImageForm } from "~/ui/form/image-form";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { CompanyView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

export const COMPANY_PATH = "/dashboard/settings/company";

const LABELS = {
  name: "Name",
  slug: "Address of your booking page",
  email: "E-mail",
  phone: "Telephone",
  website: "Website",
  "address.line1": "Street and number",
  "address.line2": "More of the address",
  "address.postal_code": "Postal code",
  "address.city": "City",
  "address.region": "Region",
  "address.country": "Country",
  time_zone: "Time zone",
  locale: "Language of e-mails",
  currency: "Currency",
};

/** What the form was answered, where it was not saved. */
interface CompanyAnswer {
  result?: FormRefusal;
  /** What was typed, where someone else has saved meanwhile. */
  conflict?: object;
}

/** The company's logo and its form. */
export function CompanyPage({ view, answer }: { view: CompanyView; answer: CompanyAnswer | undefined }) {
  const { logo, limits, address_limits: address, stored, book_url, choices } = view;
  const { conflict, result } = answer ?? {};
  const [from, setFrom] = useFilledFrom(stored.read_at);
  const now = formState(stored, undefined);
  const state = formState(conflict ?? stored, result);
  const field = (name: keyof typeof LABELS) => ({ state, name, label: LABELS[name] });
  return (
    <>
      <PageHeader title={t("Company")} />
      <Card title={t("Logo")} lead={t("In mails, and in widgets that show it.")}>
        <ImageForm
          action={t("{_c_o_m_p_a_n_y__p_a_t_h}/logo", { _c_o_m_p_a_n_y__p_a_t_h: COMPANY_PATH })}
          image={logo}
          alt={t("Logo of {name}", { name: stored.name })}
        />
      </Card>
      <Form method="post" key={stored.read_at} className={styles.wide!}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="read_at" value={conflict ? stored.read_at : from} />
        <Draft name="company" version={stored.read_at} onVersion={setFrom} />
        <FormProblems state={state} />
        {conflict && <Conflict lines={conflictLines(LABELS, state.text, now.text)} />}
        <Card title={t("What guests see")}>
          <div className={styles.form}>
            <TextField {...field("name")} {...limits.name} required />
            <TextField
              {...field("slug")}
              {...limits.slug}
              required
              description={t("Guests book at {book_url}. With another address, links to the old one end.", {
                book_url,
              })}
            />
            <div className={styles.row}>
              <TextField {...field("email")} {...limits.email} type="email" />
              <TextField {...field("phone")} {...limits.phone} type="tel" />
            </div>
            <TextField
              {...field("website")}
              {...limits.website}
              type="url"
              placeholder={t("https://www.example.com")}
            />
          </div>
        </Card>
        <Card title={t("Where it is")}>
          <div className={styles.form}>
            <TextField {...field("address.line1")} {...address.line1} />
            <TextField {...field("address.line2")} {...address.line2} />
            <div className={styles.row}>
              <TextField {...field("address.postal_code")} {...address.postal_code} />
              <TextField {...field("address.city")} {...address.city} />
            </div>
            <div className={styles.row}>
              <TextField {...field("address.region")} {...address.region} />
              <TextField {...field("address.country")} maxLength={2} description={t("Two letters, such as NL.")} />
            </div>
          </div>
        </Card>
        <Card title={t("Time, language and money")}>
          <div className={styles.form}>
            <SelectField
              {...field("time_zone")}
              options={choices.time_zones}
              description={t("Opening hours and the dashboard use it. Bookings that are made keep their instant.")}
            />
            <div className={styles.row}>
              <SelectField {...field("locale")} options={choices.languages} />
              <SelectField
                {...field("currency")}
                options={choices.currencies}
                description={t("For new services; prices that are set stay as they are.")}
              />
            </div>
          </div>
        </Card>
        <Button variant="primary" type="submit">
          {t("Save")}
        </Button>
      </Form>
    </>
  );
}
