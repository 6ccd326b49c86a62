/** What somebody has typed into a form and not saved yet. */
export interface StoredDraft {
  /** Name and value of each field, as a form sends them. */
  fields: [name: string, value: string][];
  /** The version of the record that the form was filled from, as its form names it; 0 where it has none. */
  version: number | string;
  /** The form was sent, and it is not known yet whether it was accepted. */
  is_sent: boolean;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "draft ";

/** Drafts are one person's in one company: `person` is the id of that membership. */
export const draftKey = (person: string, form: string): string => `${PREFIX}${person} ${form}`;

export function readDraft(store: Store, key: string): StoredDraft | null {
  try {
    return JSON.parse(store.getItem(key) ?? "null") as StoredDraft | null; // written by storeDraft
  } catch {
    return null;
  }
}

/** Keeps it as long as the window is open, and through a reload. A browser that keeps nothing is no reason to disturb who types. */
export function storeDraft(store: Store, key: string, draft: StoredDraft): void {
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // It is full, or switched off.
  }
}

export function markSent(store: Store, key: string): void {
  const draft = readDraft(store, key);
  if (draft !== null) storeDraft(store, key, { ...draft, is_sent: true });
}

/** Forgets the drafts that were sent: a form was accepted. One whose sending was refused, or led to the sign-in page, stays until then. */
export function dropSentDrafts(store: Store): void {
  for (const key of draftKeys(store))
    if (readDraft(store, key)?.is_sent !== false) store.removeItem(key);
}

/** For a device that several people use: what one of them typed does not stay behind. */
export function dropAllDrafts(store: Store): void {
  for (const key of draftKeys(store)) store.removeItem(key);
}

function draftKeys(store: Store): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? "").filter((key) =>
    key.startsWith(PREFIX),
  );
}
