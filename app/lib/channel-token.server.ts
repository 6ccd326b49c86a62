import { readToken, signToken } from "./signed-token.server";

const PURPOSE = "calendar channel";

/** The token that a calendar provider returns with each notice of a channel. */
export const channelToken = (channelId: string): string => signToken(PURPOSE, channelId);

/** The channel id in a token; null when the signature is not ours. */
export const channelOfToken = (token: string): string | null => readToken(PURPOSE, token);
