/** Unsaved form input. */
export interface StoredDraft {
  /** Name and value of each field, as submitted. */
  fields: [name: string, value: string][];
  /** The record version the form was filled from; 0 if it has none. */
  version: number | string;
  /** Submitted, but not yet accepted. */
  is_sent: boolean;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "draft ";

/** Drafts are scoped to a person in a company: `person` is the membership id. */
export const draftKey = (person: string, form: string): string => `${PREFIX}${person} ${form}`;

export function readDraft(store: Store, key: string): StoredDraft | null {
  try {
    return JSON.parse(store.getItem(key) ?? "null") as StoredDraft | null; // written by storeDraft
  } catch {
    return null;
  }
}

/**
 * Stores the draft for the lifetime of the window, including reloads. A storage failure must not
 * disturb typing.
 */
export function storeDraft(store: Store, key: string, draft: StoredDraft): void {
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or disabled.
  }
}

export function markSent(store: Store, key: string): void {
  const draft = readDraft(store, key);
  if (draft !== null) storeDraft(store, key, { ...draft, is_sent: true });
}

/**
 * Drops submitted drafts once a form is accepted. Drafts of rejected submissions, or ones that
 * ended at sign-in, stay until then.
 */
export function dropSentDrafts(store: Store): void {
  for (const key of draftKeys(store))
    if (readDraft(store, key)?.is_sent !== false) store.removeItem(key);
}

/** For shared devices: removes everything one person typed. */
export function dropAllDrafts(store: Store): void {
  for (const key of draftKeys(store)) store.removeItem(key);
}

function draftKeys(store: Store): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? "").filter((key) =>
    key.startsWith(PREFIX),
  );
}
