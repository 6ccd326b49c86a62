/** A lazy part as wrapped by the build: a function that receives the shared modules. */
type Part = { default: (part: (file: string) => unknown, load: typeof loadPart) => unknown };

/** Distinguishes this build's parts in file names; set by the build. */
declare const PARTS: string;

/** Origin of the element's script, the default service URL. */
export let serviceOrigin = "";

let script_url = "";

/** Loaded parts by the bundler's names. */
const parts: Record<string, unknown> = {};

/**
 * Sets the script's URL, which the other parts are next to. `shared`: modules of the first part.
 */
export function setScript(url: string | undefined, shared: object): void {
  script_url = url ?? location.href;
  if (url) serviceOrigin = new URL(url, location.href).origin;
  parts["./first.js"] = shared;
}

/**
 * Loads a part; replaces `import()`, because a classic script has no other way to share its
 * modules. Imports it as a module, which a strict CSP allows from the script's host. Not every
 * browser retries a failed import of the same URL, so the URL changes per attempt.
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
