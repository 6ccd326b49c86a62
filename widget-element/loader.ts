/** What the build gives each part that loads later: it takes what the first part already has. */
type Part<T> = { default: (first: object) => T };

let base = "";
let first: object = {};

/** Where the element's own script came from: its other parts lie beside it. `own`: what the first part lends them. */
export function partsBeside(script_url: string, own: object): void {
  base = script_url;
  first = own;
}

/**
 * Loads a part by its file's name. A module is imported, also by a classic script: a strict policy allows what lies on the same host
 * as the script. A failed load is not tried again under the same address by every browser, so the address changes.
 */
let attempts = 0;
const loaded = new Map<string, Promise<unknown>>();
export function loadPart<T>(file: string): Promise<T> {
  const known = loaded.get(file);
  if (known) return known as Promise<T>;
  const url = new URL(file, base);
  if (attempts) url.search = `again=${attempts}`;
  const part = (import(/* @vite-ignore */ url.href) as Promise<Part<T>>).then((part) => part.default(first));
  loaded.set(file, part);
  part.catch(() => {
    attempts++;
    loaded.delete(file);
  });
  return part;
}
