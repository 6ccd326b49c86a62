import type { HeadersFunction } from "@remix-run/node";

/** For actions that return a secret: the response is never cached. */
export const noStore = { headers: { "Cache-Control": "no-store" } };

/**
 * `headers` export for pages with such actions: by default Remix leaves an action's headers out of
 * the document.
 */
export const headersOfAction: HeadersFunction = ({ actionHeaders }) => actionHeaders;
