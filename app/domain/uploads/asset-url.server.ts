import { env } from "~/lib/env.server";

/** The public URL of an uploaded image. */
export function assetUrl(tenantId: string, id: string): string {
  return `${env.BASE_URL}/uploads/${tenantId}/${id}`;
}
