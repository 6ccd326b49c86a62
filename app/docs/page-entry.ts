/** A page of a collection in a list. */
export interface PageEntry {
  name: string;
  /** Its URL. */
  to: string;
  title: string;
  description: string;
}
export type PageContents = { title: string; pages: PageEntry[] }[];

/** A heading of a page, for its table of contents. */
export interface PageHeading {
  id: string;
  text: string;
  level: number;
}
