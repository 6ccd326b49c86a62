import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { CompanyPageForm, readCompanyForm } from "./company-form";
import { COMPANY_PATH, CompanyPage } from "./company-page";
import { loadCompany } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Company")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadCompany(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, CompanyPageForm, async (form) => {
    if (form.intent === "no_image") {
      await updateTenant(actor, { logo_asset_id: null });
      return redirectWith(COMPANY_PATH, t("Removed the logo."));
    }
    return orConflict(form, async () => {
      await updateTenant(actor, readCompanyForm(form), form.read_at);
      return redirectWith(COMPANY_PATH, t("Saved the company."));
    });
  });
}

export default function Company() {
  return (
    <CompanyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
