import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { TenantPatch } from "~/contract/tenant";
import { CompanyPageForm, readCompanyForm } from "./company-form";
import { getTenantProfile, updateTenant } from "~/domain/tenants/tenant-profile.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { Draft } from "~/ui/drafts/draft";
import { useFilledFrom } from "~/ui/drafts/use-filled-from";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, SelectField, TextField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ImageForm } from "~/ui/form/image-form";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { placeChoices } from "~/ui/form/place-choices";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Company · Booking Service" }];

const PATH = "/dashboard/settings/company";
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

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { name, slug, email, phone, website, address, time_zone, locale, currency, updated_at, logo_asset_id } =
    await getTenantProfile(actor);
  return {
    logo: logo_asset_id === null ? null : assetUrl(actor.tenant.id, logo_asset_id),
    limits: fieldLimits(TenantPatch),
    address_limits: fieldLimits(TenantPatch.shape.address.unwrap()),
    stored: { name, slug, email, phone, website, address, time_zone, locale, currency, read_at: updated_at },
    book_url: `${env.BASE_URL}/book/${slug}`,
    choices: placeChoices({ time_zone, locale, currency }),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, CompanyPageForm, async (form) => {
    if (form.intent === "no_image") {
      await updateTenant(actor, { logo_asset_id: null });
      return redirectWith(PATH, "The company has no logo now.");
    }
    return orConflict(form, async () => {
      await updateTenant(actor, readCompanyForm(form), form.read_at);
      return redirectWith(PATH, "Saved the company.");
    });
  });
}

export default function Company() {
  const { logo, limits, address_limits: address, stored, book_url, choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const conflict = answer && "conflict" in answer ? answer.conflict : null;
  const [from, setFrom] = useFilledFrom(stored.read_at);
  const now = formState(stored, undefined);
  const state = formState(conflict ?? stored, answer && "result" in answer ? answer.result : undefined);
  const field = (name: keyof typeof LABELS) => ({ state, name, label: LABELS[name] });
  return (
    <>
      <PageHeader title="Company" />
      <Card title="Logo" lead="In mails, and in widgets that show it.">
        <ImageForm action={`${PATH}/logo`} image={logo} alt={`Logo of ${stored.name}`} />
      </Card>
      <Form method="post" key={stored.read_at} className={styles.wide!}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="read_at" value={conflict === null ? from : stored.read_at} />
        <Draft name="company" version={stored.read_at} onVersion={setFrom} />
        <FormProblems state={state} />
        {conflict !== null && <Conflict lines={conflictLines(LABELS, state.text, now.text)} />}
        <Card title="What guests see">
          <div className={styles.form}>
            <TextField {...field("name")} {...limits.name} required />
            <TextField
              {...field("slug")}
              {...limits.slug}
              required
              description={`Guests book at ${book_url}. With another address, links to the old one end.`}
            />
            <div className={styles.row}>
              <TextField {...field("email")} {...limits.email} type="email" />
              <TextField {...field("phone")} {...limits.phone} type="tel" />
            </div>
            <TextField {...field("website")} {...limits.website} type="url" placeholder="https://www.example.com" />
          </div>
        </Card>
        <Card title="Where it is">
          <div className={styles.form}>
            <TextField {...field("address.line1")} {...address.line1} />
            <TextField {...field("address.line2")} {...address.line2} />
            <div className={styles.row}>
              <TextField {...field("address.postal_code")} {...address.postal_code} />
              <TextField {...field("address.city")} {...address.city} />
            </div>
            <div className={styles.row}>
              <TextField {...field("address.region")} {...address.region} />
              <TextField {...field("address.country")} maxLength={2} description="Two letters, such as NL." />
            </div>
          </div>
        </Card>
        <Card title="Time, language and money">
          <div className={styles.form}>
            <SelectField
              {...field("time_zone")}
              data={choices.time_zones}
              description="Opening hours and the dashboard use it. Bookings that are made keep their instant."
            />
            <div className={styles.row}>
              <SelectField {...field("locale")} data={choices.languages} />
              <SelectField
                {...field("currency")}
                data={choices.currencies}
                description="For new services; prices that are set stay as they are."
              />
            </div>
          </div>
        </Card>
        <Button type="submit" size="md">
          Save
        </Button>
      </Form>
    </>
  );
}
