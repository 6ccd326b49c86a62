import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
// Entries are bundled in the order of their paths, and pages/ comes before root: so the styles of every page come before those of one.
import "./root";
import { type LocaleTag, localeOf } from "./i18n/locales";
import { readPageLanguage } from "./i18n/text";
import { loadTranslations } from "./i18n/texts";
import { readAnewAfterChanges } from "./ui/fetched-ahead";

readAnewAfterChanges();

const locale = document.documentElement.lang as LocaleTag; // as the server wrote it
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
 * Remix has the whole page wait for its data by throwing the promise of it. A press while React waits like that, before it has drawn
 * anything, ends its work on the page for good ("Root did not complete"). So the data is there before React begins.
 */
async function readPageState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waitedFor) {
    await waitedFor; // what is wrong with it is thrown again as the page is drawn, where it is shown
  }
}
