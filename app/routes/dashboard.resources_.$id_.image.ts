import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { uploads } from "~/contract/uploads";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { readForm } from "~/http/body.server";
import { redirectWith } from "~/http/flash.server";
import { countCall } from "~/http/limits.server";
import { pageError, requireActor } from "~/http/page.server";
import { AppError } from "~/lib/app-error";

const pathOf = (id: string) => `/dashboard/resources/${id}`;

/** An image has no page of its own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(pathOf(params.id!)); // the route's own name
}

/** Keeps the image that a form with a file brings, as the API's upload does, and gives it to the resource. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = params.id!; // the route's own name
  try {
    await getResource(actor, id);
    await countCall("upload", { ip: "", id: actor.user_id });
    const { file } = uploads.create.body.parse(await readForm(request));
    const { id: image_asset_id } = await saveUpload(actor, file);
    await updateResource(actor, id, { image_asset_id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw pageError(error.status, error.extra.issues?.[0]?.message ?? error.message, error.extra.headers);
  }
  return redirectWith(pathOf(id), "The image is there.");
}
