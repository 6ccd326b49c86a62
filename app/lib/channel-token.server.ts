import { isLinkSignature, linkSignature } from "./crypto.server";

const subjectOf = (channelId: string) => `calendar channel ${channelId}`;

/**
 * The token that a calendar provider returns with each notice of a channel: the channel id, signed.
 * It is not stored.
 */
export const channelToken = (channelId: string): string =>
  `${channelId}.${linkSignature(subjectOf(channelId))}`;

/** The channel id in a token; null when the signature is not ours. */
export function channelOfToken(token: string): string | null {
  const [, id = "", signature = ""] = /^([0-9a-f-]{36})\.([\w-]{1,64})$/.exec(token) ?? [];
  return id !== "" && isLinkSignature(subjectOf(id), signature) ? id : null;
}
