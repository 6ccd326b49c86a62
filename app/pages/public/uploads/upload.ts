import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { Id } from "~/contract/common";
import { readAsset } from "~/domain/uploads/save-upload.server";
import { answerError } from "~/http/api.server";
import { notFound } from "~/lib/app-error";
import { newId } from "~/lib/ids";

const Params = z.object({ tenant_id: Id, id: Id });

/**
 * Serves an uploaded image: immutable, so cached indefinitely; only as an image type, so browsers
 * can't sniff another.
 */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  try {
    const address = Params.safeParse(params);
    if (!address.success) throw notFound("Upload", params.id);
    const { media_type, content } = await readAsset(address.data.tenant_id, address.data.id);
    return new Response(new Uint8Array(content), {
      headers: {
        "Content-Type": media_type,
        "Content-Disposition": "inline",
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
    });
  } catch (error) {
    return answerError(error, newId(), {});
  }
}
