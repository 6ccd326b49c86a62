import { isLinkSignature, linkSignature } from "./crypto.server";

const subjectOf = (channelId: string) => `calendar channel ${channelId}`;

/** What a calendar's provider sends back with each notice of a channel: its id, signed. Nothing of it is kept. */
export const channelToken = (channelId: string): string =>
  `${channelId}.${linkSignature(subjectOf(channelId))}`;

/** The channel that a token is of; null: we have not made it. */
export function channelOfToken(token: string): string | null {
  const [, id = "", signature = ""] = /^([0-9a-f-]{36})\.([\w-]{1,64})$/.exec(token) ?? [];
  return id !== "" && isLinkSignature(subjectOf(id), signature) ? id : null;
}
