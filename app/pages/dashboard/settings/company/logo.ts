import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { redirectWith } from "~/http/flash.server";
import { takeImage } from "~/http/image-form.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { COMPANY_PATH } from "./company-page";

/** An upload target without a page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request, "admin");
  return redirect(COMPANY_PATH);
}

/** Stores an uploaded image as the company's logo. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  await takeImage(request, actor, async (file) => {
    const { id: logo_asset_id } = await saveUpload(actor, file);
    await updateTenant(actor, { logo_asset_id });
  });
  return redirectWith(COMPANY_PATH, t("Saved the logo."));
}
