import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { useDrawer } from "../layout/in-drawer";
import { draftKey, storeDraft, markSent, readDraft } from "./draft-store";
import { readFields, writeFields } from "./form-fields";
import { markSaved, markUnsaved } from "./unsaved";

/** Scope of the drafts: the signed-in person's membership id. */
const Person = createContext("");
export const DraftPerson = Person.Provider;

interface DraftProps<Version extends number | string> {
  /** Identifies the form and its record: "booking 7 edit". */
  name: string;
  /** The record version the form was filled from. */
  version?: Version;
  /**
   * Called with the draft's version when it is restored, so that later changes are detected as
   * conflicts.
   */
  onVersion?: (version: Version) => void;
  /** Fields stored elsewhere, in the URL. */
  except?: readonly string[];
}

const NOTHING: readonly string[] = [];

/**
 * Put inside a form, stores its input until saved: across reloads, navigation and sign-in. Shows a
 * notice when it restores input, with a button to discard it.
 */
export function Draft<Version extends number | string = number>({
  name,
  version = 0 as Version, // a form whose record has no version has no onVersion either
  onVersion,
  except = NOTHING,
}: DraftProps<Version>) {
  const marker = useRef<HTMLDivElement>(null);
  const key = draftKey(useContext(Person), name);
  const inDrawer = useDrawer() !== null;
  const [isBack, setIsBack] = useState(false);
  /** Initial values of the form. */
  const filled = useRef({ fields: [] as [string, string][], version });
  const latest = useRef({ version, onVersion, except });
  useEffect(() => {
    latest.current = { version, onVersion, except };
  });

  useEffect(() => {
    const form = marker.current?.closest("form");
    if (!form) return;
    const read = () => readFields(form, latest.current.except);
    const isFilled = (fields: [string, string][]) =>
      JSON.stringify(fields) === JSON.stringify(filled.current.fields);
    const fill = () => {
      filled.current = { fields: read(), version: latest.current.version };
    };
    fill();
    let from = latest.current.version;
    const stored = readDraft(sessionStorage, key);
    if (stored !== null && !isFilled(stored.fields)) {
      from = stored.version as Version; // kept by this form
      writeFields(form, stored.fields, latest.current.except);
      form.closest("details")?.setAttribute("open", "");
      latest.current.onVersion?.(from);
      markUnsaved(key, inDrawer);
      setIsBack(true);
    }
    const onInput = () => {
      const fields = read();
      if (isFilled(fields)) return forgetDraft(key);
      storeDraft(sessionStorage, key, { fields, version: from, is_sent: false });
      markUnsaved(key, inDrawer);
    };
    const onSubmit = ({ submitter }: SubmitEvent) => {
      // Preview buttons don't save.
      if (submitter?.hasAttribute("data-tries")) return;
      const method = submitter?.getAttribute("formmethod") ?? form.method;
      if (method.toLowerCase() !== "post") return;
      markSent(sessionStorage, key);
      markSaved(key);
    };
    /** A form was accepted; if it was this one, its input is saved. */
    const onAccepted = () => {
      if (readDraft(sessionStorage, key) !== null) return;
      fill();
      from = latest.current.version;
      latest.current.onVersion?.(from);
      setIsBack(false);
    };
    form.addEventListener("input", onInput);
    form.addEventListener("change", onInput);
    form.addEventListener("submit", onSubmit);
    document.addEventListener(ACCEPTED, onAccepted);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("change", onInput);
      form.removeEventListener("submit", onSubmit);
      document.removeEventListener(ACCEPTED, onAccepted);
      markSaved(key);
    };
  }, [key, inDrawer]);

  const discard = () => {
    const form = marker.current?.closest("form");
    if (form) writeFields(form, filled.current.fields, except);
    forgetDraft(key);
    onVersion?.(filled.current.version);
    setIsBack(false);
    form?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
  };
  return (
    <div
      ref={marker}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 w-full py-1 px-4 rounded-[0.625rem] bg-info-soft text-info [&[hidden]]:hidden"
      role="status"
      hidden={!isBack}
    >
      {isBack && (
        <>
          <Icon name="info" size={18} />
          <p className="flex-[1_1_14rem] m-0 leading-[1.5rem]">{t("Unsaved draft restored")}</p>
          <button
            type="button"
            className="min-h-11 px-2 border-0 bg-transparent text-inherit font-semibold underline underline-offset-[0.2em] cursor-pointer"
            onClick={discard}
          >
            {t("Discard draft")}
          </button>
        </>
      )}
    </div>
  );
}

/** Dispatched to all forms with drafts when one is accepted. */
export const ACCEPTED = "drafts-accepted";

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(key);
  markSaved(key);
}

/** Discards a form's draft by name. */
export function useForgetDraft(): (name: string) => void {
  const person = useContext(Person);
  return useCallback((name) => forgetDraft(draftKey(person, name)), [person]);
}
