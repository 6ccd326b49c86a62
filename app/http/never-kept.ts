import type { HeadersFunction } from "@remix-run/node";

/** For an action that answers with a secret: no cache and no browser keeps the answer. */
export const neverKept = { headers: { "Cache-Control": "no-store" } };

/** The `headers` of a page whose action answers so: without it Remix leaves an action's headers out of the document. */
export const headersOfAction: HeadersFunction = ({ actionHeaders }) => actionHeaders;
