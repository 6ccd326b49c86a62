/**
 * Colour scheme chosen in this browser; "auto" follows the device. tokens.css selects on the
 * document's [data-theme].
 */
export type Scheme = "light" | "dark" | "auto";

const KEY = "color-scheme";
/** Storage key of earlier versions. */
const EARLIER_KEY = "mantine-color-scheme-value";

/**
 * Inlined in the head of each page: applies the scheme before first paint and follows changes in
 * other tabs.
 */
export const SCHEME_SCRIPT = `(()=>{
const show=()=>{try{
const chosen=localStorage.getItem("${KEY}")??localStorage.getItem("${EARLIER_KEY}"),{dataset}=document.documentElement;
if(chosen==="light"||chosen==="dark")dataset.theme=chosen;else delete dataset.theme
}catch{}};
show();addEventListener("storage",show)
})()`;

export function readScheme(): Scheme {
  return (document.documentElement.dataset.theme as Scheme | undefined) ?? "auto";
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
