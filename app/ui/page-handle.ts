import type { LocaleTag } from "~/i18n/locales";

/** Settings of a route for the root layout, exported as its `handle`. */
export interface PageHandle<Data> {
  /** The page works without scripts and is served without them. Links to it load the document. */
  scripts?: false;
  /** The page's language, where it isn't its reader's choice. A page that failed has no data. */
  locale?: (data: Data | undefined, request: Request) => LocaleTag;
  /**
   * The page's only style sheet, inlined: no other file is needed to show it. A page that failed has
   * no data.
   */
  style?: (data: Data | undefined) => string;
  /** Address that a browser without scripts loads after three seconds; null for none. */
  refresh?: (data: Data) => string | null;
}
