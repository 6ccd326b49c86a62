import { expect, test } from "vitest";
import {
  draftKey,
  dropAllDrafts,
  dropSentDrafts,
  storeDraft,
  markSent,
  readDraft,
} from "./draft-store";

/** A Storage in memory. */
function makeStore(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
    key: (index) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
}
const draft = {
  fields: [["notes", "By the window"]] as [string, string][],
  version: 3,
  is_sent: false,
};

test("a draft is one person's and one form's", () => {
  const store = makeStore();
  storeDraft(store, draftKey("anna", "booking 7"), draft);
  expect(readDraft(store, draftKey("anna", "booking 7"))).toEqual(draft);
  expect(readDraft(store, draftKey("bea", "booking 7"))).toBeNull();
  expect(readDraft(store, draftKey("anna", "booking 8"))).toBeNull();
});

test("once a form was accepted, what was sent is forgotten, and what was not stays", () => {
  const store = makeStore();
  const [sent, other] = [draftKey("anna", "booking 7"), draftKey("anna", "booking 8")];
  for (const key of [sent, other]) storeDraft(store, key, draft);
  markSent(store, sent);
  expect(readDraft(store, sent)?.is_sent).toBe(true);
  dropSentDrafts(store);
  expect(readDraft(store, sent)).toBeNull();
  expect(readDraft(store, other)).toEqual(draft);
});

test("what is not a draft is never touched, and one that cannot be read is none", () => {
  const store = makeStore();
  store.setItem("other", "kept");
  store.setItem(draftKey("anna", "booking 7"), "{");
  expect(readDraft(store, draftKey("anna", "booking 7"))).toBeNull();
  dropAllDrafts(store);
  expect(store.length).toBe(1);
});

test("a browser that keeps nothing disturbs nobody", () => {
  const full = {
    ...makeStore(),
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  expect(() => storeDraft(full, draftKey("anna", "booking 7"), draft)).not.toThrow();
});
