// Plain JavaScript: it is read before anything is installed.

/** The suites, the cheapest first: what a simple mistake breaks is said after seconds. */
export const SUITES = /** @type {const} */ (["unit", "integration", "e2e", "proof"]);
/** @typedef {(typeof SUITES)[number]} Suite */

/**
 * What the words after `npm test` ask for.
 * @param {string[]} words
 * @returns {{ suites: Suite[], filters: string[], isPooled: boolean, at: string | null }}
 */
export function readTestWords(words) {
  const rest = [...words];
  const place = rest.indexOf("--at");
  const at = place === -1 ? null : (rest.splice(place, 2)[1] ?? "");
  const chosen = SUITES.filter((suite) => rest.includes(suite));
  return {
    suites: chosen.length > 0 ? chosen : SUITES.filter((suite) => suite !== "proof"),
    filters: rest.filter((word) => !SUITES.some((suite) => suite === word) && word !== "--pgbouncer"),
    isPooled: rest.includes("--pgbouncer"),
    at,
  };
}
