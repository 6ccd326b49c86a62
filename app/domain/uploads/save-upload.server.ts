import sharp, { type Sharp } from "sharp";
import { type Asset, MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from "~/contract/uploads";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { prisma, prismaTransaction } from "~/lib/db.server";
import { FairLimiter } from "~/lib/fair-limiter";
import { newId } from "~/lib/ids";
import { auditRow } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { assetUrl } from "./asset-url.server";
import { endsWithImage, type ImageType, sniffImage } from "./image-shape";

// Decoding is expensive: one image at a time and no cache, so that memory stays at one image (4096
// × 4096 × 4 bytes).
sharp.cache(false);
sharp.concurrency(1);
const turns = new FairLimiter({ at_once: 1, may_wait: 3 });
/** A regular image of the maximum size takes a second or two. */
const MAX_SECONDS = 10;

const unusable = () =>
  invalidField(
    "file",
    "This image is damaged or contains other data. Save it as a new file and upload that.",
    "unusable",
  );

/**
 * Stores an image: its type is detected from its content, and it is re-encoded in that type,
 * rotated upright, without metadata. Throws too_large (2 MB), unsupported_media_type (not PNG, JPEG
 * or WebP), validation_failed (damaged, polyglot, more than 4096 pixels a side, too slow to
 * decode), rate_limited (three images of the tenant are waiting).
 */
export async function saveUpload(actor: StaffActor, file: Blob): Promise<Asset> {
  if (file.size > MAX_UPLOAD_BYTES)
    throw new AppError("too_large", "Choose an image of at most 2 MB.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = sniffImage(bytes);
  if (type === null)
    throw new AppError("unsupported_media_type", "Upload a PNG, JPEG or WebP image.");
  if (!endsWithImage(bytes, type)) throw unusable();
  const { data, info } = await turns.run(actor.tenant.id, () => encodeAnew(bytes, type));
  const id = newId();
  const asset = { id, width: info.width, height: info.height, bytes: data.length };
  await prismaTransaction(async (tx) => {
    await tx.asset.create({
      data: {
        ...asset,
        tenant_id: actor.tenant.id,
        media_type: `image/${type}`,
        content: new Uint8Array(data),
      },
    });
    await tx.auditRow.create({
      data: auditRow(actor, { action: "asset.created", entity: "asset", entity_id: id }),
    });
  });
  return { ...asset, url: assetUrl(actor.tenant.id, id) };
}

async function encodeAnew(bytes: Uint8Array, type: ImageType) {
  try {
    const image = sharp(bytes, {
      limitInputPixels: MAX_UPLOAD_PIXELS ** 2,
      failOn: "truncated",
      animated: false,
    });
    const { width, height } = await image.metadata();
    if (width > MAX_UPLOAD_PIXELS || height > MAX_UPLOAD_PIXELS)
      throw invalidField("file", `At most ${MAX_UPLOAD_PIXELS} pixels a side.`, "too_big");
    return await encoder(image.rotate(), type)
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unusable(); // the decoder's message about a bad file helps nobody
  }
}

function encoder(image: Sharp, type: ImageType): Sharp {
  if (type === "png") return image.png({ compressionLevel: 9 });
  return type === "jpeg"
    ? image.jpeg({ quality: 85, mozjpeg: false })
    : image.webp({ quality: 85 });
}

/** An asset's bytes; public to everybody who has its URL. Throws not_found. */
export async function readAsset(
  tenantId: string,
  id: string,
): Promise<{ media_type: string; content: Uint8Array }> {
  const asset = await prisma.asset.findUnique({
    where: { tenant_id_id: { tenant_id: tenantId, id } },
    select: { media_type: true, content: true },
  });
  if (asset === null) throw notFound("Upload", id);
  return asset;
}
