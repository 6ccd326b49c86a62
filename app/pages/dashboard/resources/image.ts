import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { redirectWith } from "~/http/flash.server";
import { takeImage } from "~/http/image-form.server";
import { pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { resourcePath } from "~/ui/resources/resource-path";

const pathOf = (id: string) => resourcePath(id, "details");

/** An upload target without a page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(pathOf(pageId(params)));
}

/** Stores an uploaded image and assigns it to the resource. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  await takeImage(request, actor, async (file) => {
    await getResource(actor, id);
    const { id: image_asset_id } = await saveUpload(actor, file);
    await updateResource(actor, id, { image_asset_id });
  });
  return redirectWith(pathOf(id), t("Image saved."));
}
