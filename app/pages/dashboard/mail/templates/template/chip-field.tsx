import { useField } from "@conform-to/react";
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { allProblems } from "~/ui/form/problems";
import { Problem } from "~/ui/kit/form";
import { CONTROL, Label } from "~/ui/kit/inputs";
import { type PlainText, piecesOf } from "./plain-text";

interface ChipFieldProps {
  /** The submitted source field, rendered by `children`; shown if the text has no plain form. */
  name: string;
  label: string;
  lang: string;
  is_line?: boolean;
  text: PlainText;
  toPlain: (text: PlainText, source: string) => string | null;
  toSource: (text: PlainText, plain: string) => string;
  /** Edit the source. */
  as_source?: boolean;
  children: ReactNode;
}

/**
 * A field with named variables, drawn as chips behind a plain text area, so it is edited like any
 * other.
 */
export function ChipField(props: ChipFieldProps) {
  const {
    name,
    label,
    lang,
    is_line = false,
    text,
    toPlain,
    toSource,
    as_source = false,
    children,
  } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const isWriting = useRef(false);
  const [plain, setPlain] = useState<string | null>(null);
  const [field] = useField<string>(name);
  const id = useId();
  const source = useCallback(
    () =>
      wrapper.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`),
    [name],
  );
  // The source also changes without typing here: a restored draft or an inserted part.
  const read = useCallback(() => {
    if (!isWriting.current) setPlain(toPlain(text, source()?.value ?? ""));
  }, [source, text, toPlain]);
  useEffect(read, [read, as_source]);
  const write = (typed: string) => {
    const value = is_line ? typed.replace(/\s*\n\s*/g, " ") : typed;
    setPlain(value);
    const stored = source();
    if (!stored) return;
    isWriting.current = true;
    setSource(stored, toSource(text, value));
    isWriting.current = false;
  };
  const isPlain = plain !== null && !as_source;
  const problem = allProblems(field.errors ? { [name]: field.errors } : {});
  return (
    <div ref={wrapper} onInput={({ target }) => target === source() && read()}>
      {isPlain && (
        <>
          <Label htmlFor={id}>{label}</Label>
          <div
            className="group/field grid [&>*]:[grid-area:1_/_1] [&>*]:min-w-0 [&_textarea]:py-2 [&_textarea]:px-3 [&_textarea]:text-md [&_textarea]:leading-[1.5rem] [&_textarea]:whitespace-pre-wrap [&_textarea]:wrap-anywhere [&_textarea]:overflow-hidden [&_textarea]:bg-transparent [&_textarea]:resize-none max-md:[&_textarea]:text-control max-md:[&_textarea]:leading-[1.5rem]"
            lang={lang}
            data-line={is_line || undefined}
          >
            <div
              className="py-2 px-3 text-md leading-[1.5rem] whitespace-pre-wrap wrap-anywhere min-h-72 border border-transparent rounded-md bg-surface text-transparent pointer-events-none group-data-line/field:min-h-10 max-md:text-control max-md:leading-[1.5rem] [&_mark]:rounded-sm [&_mark]:[background:color-mix(in_srgb,var(--info-edge)_24%,transparent)] [&_mark]:text-transparent"
              dir="auto"
              aria-hidden
            >
              {piecesOf(text, plain).map((piece, index) =>
                piece.is_chip ? <mark key={index}>{piece.text}</mark> : piece.text,
              )}
              {"\u200b" /* gives an empty last line its height */}
            </div>
            <textarea
              id={id}
              className={CONTROL}
              dir="auto"
              rows={1}
              required
              spellCheck
              value={plain}
              onChange={({ target }) => write(target.value)}
              onKeyDown={(event) => onKey(event, text, is_line)}
              data-chips
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-error` : undefined}
            />
          </div>
          {problem && <Problem id={`${id}-error`}>{problem}</Problem>}
        </>
      )}
      <div hidden={isPlain}>{children}</div>
    </div>
  );
}

/** Dispatches an input event, so draft and preview update. */
export function setSource(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Deletes a chip as a whole by selecting it before the key is handled. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>, text: PlainText, isLine: boolean): void {
  const { key, currentTarget: field } = event;
  if (key === "Enter" && isLine) event.preventDefault();
  if ((key !== "Backspace" && key !== "Delete") || field.selectionStart !== field.selectionEnd)
    return;
  let end = 0;
  for (const piece of piecesOf(text, field.value)) {
    const start = end;
    end += piece.text.length;
    if (piece.is_chip && field.selectionStart === (key === "Backspace" ? end : start))
      return field.setSelectionRange(start, end);
  }
}
