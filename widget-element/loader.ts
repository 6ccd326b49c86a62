/** What the build gives each part that loads later: it takes what the parts before it have, by their names. */
type Part = { default: (part: (file: string) => unknown, load: typeof loadPart) => unknown };

/** What tells the parts of one build from those of another in their files' names; written here by the build. */
declare const PARTS: string;

let base = "";

/** The parts that are there, as the build calls them. */
const parts: Record<string, unknown> = {};

/** Where the element's own script came from: its other parts lie beside it. `own`: what the first part lends them. */
export function partsBeside(script_url: string, own: object): void {
  base = script_url;
  parts["./first.js"] = own;
}

/**
 * Loads a part. A module is imported, also by a classic script: a strict policy allows what lies on the same host
 * as the script. A failed load is not tried again under the same address by every browser, so the address changes.
 */
let attempts = 0;
const loaded = new Map<string, Promise<unknown>>();
export function loadPart<T>(file: string): Promise<T> {
  const known = loaded.get(file);
  if (known) return known as Promise<T>;
  const url = new URL(`booking-widget.${file.slice(2, -3)}.${PARTS}.js`, base);
  if (attempts) url.search = `again=${attempts}`;
  const part = (import(/* @vite-ignore */ url.href) as Promise<Part>).then(
    (part) => (parts[file] = part.default((other) => parts[other], loadPart)) as T,
  );
  loaded.set(file, part);
  part.catch(() => {
    attempts++;
    loaded.delete(file);
  });
  return part;
}
