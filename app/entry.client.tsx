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

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
