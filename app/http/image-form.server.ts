import { uploads } from "~/contract/uploads";
import type { UserActor } from "~/domain/identity/actor";
import { AppError } from "~/lib/app-error";
import { readUpload } from "./form.server";
import { countCall } from "./limits.server";
import { pageError } from "./page.server";

/**
 * Stores the image of an upload form as the API's upload does. A refusal by `keep` becomes an error
 * page.
 */
export async function takeImage(
  request: Request,
  actor: UserActor,
  keep: (file: Blob) => Promise<unknown>,
): Promise<void> {
  try {
    await countCall("upload", { ip: "", id: actor.user_id });
    const { file } = uploads.create.body.parse(await readUpload(request));
    await keep(file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw pageError(
      error.status,
      error.extra.issues?.[0]?.message ?? error.message,
      error.extra.headers,
    );
  }
}
