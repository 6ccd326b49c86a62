import { z } from "zod";
import { Id } from "./common";
import { operation, session } from "./operation";

/** 2 MB and 4096 pixels per side: enough for a logo or a photo of a room. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 4096;

export const Asset = z
  .object({
    id: Id.describe("ID of the image."),
    url: z.string().describe("URL of the image."),
    width: z.int().describe("Width in pixels."),
    height: z.int().describe("Height in pixels."),
    bytes: z.int().describe("Size in bytes."),
  })
  .describe("An uploaded image.");
export type Asset = z.infer<typeof Asset>;

export const uploads = {
  create: operation({
    method: "POST",
    path: "/api/upload",
    caller: session("admin"),
    summary: "Upload an image (PNG, JPEG or WebP); it is re-encoded without metadata",
    body: z.strictObject({
      file: z
        .instanceof(Blob, { error: "Choose a file." })
        .describe("Image file, as multipart/form-data."),
    }),
    returns: Asset,
    status: 201,
    location: ":url",
    accepts: "multipart",
    limit: "upload",
    errors: ["too_large", "unsupported_media_type"],
  }),
};
