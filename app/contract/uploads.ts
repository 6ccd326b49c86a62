import { z } from "zod";
import { Id } from "./common";
import { operation, session } from "./operation";

/** 2 MB and 4096 pixels a side: what a logo or a photograph of a room needs, and no more. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 4096;

export const Asset = z.object({
  id: Id,
  url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Asset = z.infer<typeof Asset>;

export const uploads = {
  create: operation({
    method: "POST",
    path: "/api/upload",
    caller: session("admin"),
    summary: "Upload an image (PNG, JPEG or WebP by its bytes); it is encoded again and loses its metadata",
    body: z.strictObject({
      file: z.instanceof(Blob, { error: "Choose a file." }).describe("multipart/form-data, field `file`"),
    }),
    returns: Asset,
    status: 201,
    accepts: "multipart",
    limit: "upload",
    errors: ["too_large", "unsupported_media_type"],
  }),
};
