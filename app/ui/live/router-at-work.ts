/**
 * Whether the router is navigating or submitting. React renders that state slightly later;
 * revalidating in between would make the router drop a form's redirect.
 */
export function isRouterAtWork(): boolean {
  const { navigation, revalidation, fetchers } = window.__remixRouter.state;
  const isSending = [...fetchers.values()].some(({ state }) => state !== "idle");
  return navigation.state !== "idle" || revalidation !== "idle" || isSending;
}

/** Whether the router is loading a page. */
export function isRouterReading(): boolean {
  return window.__remixRouter.state.navigation.state === "loading";
}
