/** What the build makes of each part that loads later: a function that takes what the part shares with those before it. */
type Part = { default: (part: (file: string) => unknown, load: typeof loadPart) => unknown };

/** What tells the parts of one build from those of another in their files' names; written here by the build. */
declare const PARTS: string;

/** The origin of the element's own script: where the service is, unless the page says otherwise. */
export let serviceOrigin = "";

let script_url = "";

/** The parts that are there, by the names the bundler gave them. */
const parts: Record<string, unknown> = {};

/** Where the element's own script came from: its other parts are beside it. `shared`: what the first part lends them. */
export function setScript(url: string | undefined, shared: object): void {
  script_url = url ?? location.href;
  if (url) serviceOrigin = new URL(url, location.href).origin;
  parts["./first.js"] = shared;
}

/**
 * Loads a part, for the `import()` of a module: the classic script has no other way to lend the parts what it holds. It is imported as a
 * module, which a strict policy allows from the host of the script. A failed load is not tried again under the same address by every browser,
 * so the address changes.
 */
let attempts = 0;
const loaded = new Map<string, Promise<unknown>>();
export function loadPart<T>(file: string): Promise<T> {
  const known = loaded.get(file);
  if (known) return known as Promise<T>;
  const url = new URL(`booking-widget.${file.slice(2, -3)}.${PARTS}.js`, script_url);
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
