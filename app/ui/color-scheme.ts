/** What a person chose for this browser; "auto" is as the device has it. tokens.css reads it as [data-theme] of the document. */
export type Scheme = "light" | "dark" | "auto";

const KEY = "color-scheme";
/** Where earlier versions kept it. */
const EARLIER_KEY = "mantine-color-scheme-value";

/** For the head of each page: runs before the first paint, and when another tab chooses. */
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
    // A browser that keeps nothing shows it until the page is left.
  }
}
