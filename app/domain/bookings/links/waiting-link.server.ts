import { env } from "~/lib/env.server";
import { readToken, signToken } from "~/lib/signed-token.server";

/** The content of a guest's link to their place on a waiting list. */
export interface WaitingLink {
  tenant_id: string;
  entry_id: string;
}

/** The private URL at which a guest sees and leaves a waiting list. */
export const waitingUrl = (link: WaitingLink): string =>
  `${env.BASE_URL}/waiting/${signToken("waiting", link)}`;

/** null unless this service signed the token. */
export const readWaitingToken = (token: string): WaitingLink | null =>
  readToken<WaitingLink>("waiting", token);
