import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { redirectWith } from "~/http/flash.server";
import { takeImage } from "~/http/image-form.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { servicePath } from "~/ui/services/service-view";

const NoImage = z.object({ intent: z.literal("no_image") });

/** An upload target without a page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(servicePath(pageId(params), "offer"));
}

/** Stores an uploaded image for the service; without a file, removes the image. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  await orNoPage(getSchedule(actor, id));
  if (!request.headers.get("Content-Type")?.startsWith("multipart/"))
    return submit(request, NoImage, async () => {
      await updateSchedule(actor, id, { image_asset_id: null });
      return redirectWith(servicePath(id, "offer"), t("Image removed."));
    });
  await takeImage(request, actor, async (file) => {
    const { id: image_asset_id } = await saveUpload(actor, file);
    await updateSchedule(actor, id, { image_asset_id });
  });
  return redirectWith(servicePath(id, "offer"), t("Image saved."));
}
