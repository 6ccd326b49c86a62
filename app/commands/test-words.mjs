// Plain JavaScript: it runs before packages are installed.

/**
 * Suites, cheapest first, so that simple mistakes show within seconds. They are Vitest's projects
 * of these names; "stories" are Playwright's tests with the tag @story and "e2e" its others.
 */
const SUITES = /** @type {const} */ ([
  "unit",
  "integration",
  "stories",
  "thorough",
  "e2e",
  "proof",
]);
/** @typedef {(typeof SUITES)[number]} Suite */

/** The suites of `npm test`, which every change must pass. @type {readonly Suite[]} */
const EVERYDAY = ["unit", "integration", "stories"];
const OPTIONS = ["--pgbouncer", "--all", "--changed"];

/**
 * Parses the words after `npm test`.
 * @param {string[]} words
 * @returns {{ suites: Suite[], filters: string[], isPooled: boolean, isChanged: boolean, at: string | null }}
 */
export function readTestWords(words) {
  const rest = [...words];
  const place = rest.indexOf("--at");
  const at = place === -1 ? null : (rest.splice(place, 2)[1] ?? "");
  const chosen = SUITES.filter((suite) => rest.includes(suite));
  const isSelected = (/** @type {Suite} */ suite) =>
    rest.includes("--all") ? suite !== "proof" : EVERYDAY.includes(suite);
  return {
    suites: chosen.length > 0 ? chosen : SUITES.filter(isSelected),
    filters: rest.filter(
      (word) => !SUITES.some((suite) => suite === word) && !OPTIONS.includes(word),
    ),
    isPooled: rest.includes("--pgbouncer"),
    isChanged: rest.includes("--changed"),
    at,
  };
}
