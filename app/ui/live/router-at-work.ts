/**
 * Whether the router reads or sends something now. What React has drawn says so a moment later, and in that moment the page must not be
 * read again: the router would forget where a form leads that is on its way.
 */
export function isRouterAtWork(): boolean {
  const { navigation, revalidation, fetchers } = window.__remixRouter.state;
  const isSending = [...fetchers.values()].some(({ state }) => state !== "idle");
  return navigation.state !== "idle" || revalidation !== "idle" || isSending;
}

/** Whether the router reads a page that it goes to. */
export function isRouterReading(): boolean {
  return window.__remixRouter.state.navigation.state === "loading";
}
