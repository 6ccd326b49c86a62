import { env } from "~/lib/env.server";
import { readToken, signToken } from "~/lib/signed-token.server";

const purpose = (tenantId: string) => `booking-link:${tenantId}`;

/** The token of a booking link. The tenant is that of the key it is used with. */
export const linkToken = (tenantId: string, id: string): string => signToken(purpose(tenantId), id);

/** The link's id from a token; null unless this service signed it for the tenant. */
export const readLinkToken = (tenantId: string, token: string): string | null =>
  readToken(purpose(tenantId), token);

export const linkUrl = (slug: string, token: string): string =>
  `${env.BASE_URL}/book/${slug}?link=${token}`;
