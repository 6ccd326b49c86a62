import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
// Entries are bundled in path order and pages/ sorts before root. Importing root here puts the
// shared styles before those of single pages.
import "./root";
import { type LocaleTag, localeOf } from "./i18n/locales";
import { readPageLanguage } from "./i18n/text";
import { loadTranslations } from "./i18n/dashboard-texts";
import { readAnewAfterChanges } from "./ui/fetched-ahead";

readAnewAfterChanges();

// Remix's stream decoder leaves a rejection unhandled when a load is aborted while its answer is being read.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError")
    event.preventDefault();
});

const locale = document.documentElement.lang as LocaleTag; // as rendered by the server
const translations = await loadTranslations(localeOf(locale));
readPageLanguage(() => ({ locale, translations }));
await readPageState();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

/**
 * Remix suspends the page on its data by throwing a promise. Input while React is suspended before
 * the first render aborts hydration for good ("Root did not complete"). Load the data before
 * hydrating.
 */
async function readPageState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waitedFor) {
    await waitedFor; // rethrown and displayed during rendering
  }
}
