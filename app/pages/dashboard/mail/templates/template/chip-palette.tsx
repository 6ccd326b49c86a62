import { type MouseEvent, type ReactNode, useId } from "react";
import { t } from "~/i18n/text";
import { useIsAlive } from "~/ui/use-is-alive";
import { type Chip, type ChipGroup, GROUPS } from "./chips";

interface ChipPaletteProps {
  chips: readonly Chip[];
  /** Paragraphs with their names and initial text. */
  parts: readonly { label: string; plain: string }[];
  /** Parts are inserted as paragraphs, unless the source is being edited. */
  may_add: boolean;
}

/** Variables to insert. Without JavaScript it lists their syntax. */
export function ChipPalette({ chips, parts, may_add }: ChipPaletteProps) {
  const isAlive = useIsAlive();
  const offered = (is_rare: boolean) =>
    chips.filter((chip) => chip.group !== null && chip.is_rare === is_rare);
  return (
    <div className="w-full [&_h3]:m-0 [&_h3]:mb-1 [&_h3]:text-sm [&_h3]:font-medium [&_summary]:py-1.5 [&_summary]:border-t [&_summary]:border-line [&_summary]:text-accent-text [&_summary]:text-sm [&_summary]:font-medium [&_summary]:cursor-pointer [&>p]:m-0 [&>p]:mb-2 [&>p]:text-muted [&>p]:text-sm max-md:[&_summary]:py-2.75">
      <h3>{t("Insert")}</h3>
      {!isAlive && <p>{t("Write a variable as shown. Guests see the real value.")}</p>}
      {isAlive && may_add && (
        <Group label={t("Parts")}>
          {parts.map(({ label, plain }) => (
            <button
              key={label}
              type="button"
              data-part={plain}
              onMouseDown={keepFocus}
              onClick={insert}
            >
              {label}
            </button>
          ))}
        </Group>
      )}
      <Groups chips={offered(false)} />
      {offered(true).length > 0 && (
        <details>
          <summary>{t("More variables")}</summary>
          <Groups chips={offered(true)} />
        </details>
      )}
    </div>
  );
}

function Groups({ chips }: { chips: readonly Chip[] }) {
  const isAlive = useIsAlive();
  const groups = (Object.keys(GROUPS) as ChipGroup[]).map((group) => ({
    group,
    own: chips.filter((chip) => chip.group === group),
  }));
  return groups.map(
    ({ group, own }) =>
      own.length > 0 && (
        <Group key={group} label={t(GROUPS[group])}>
          {own.map(({ label, source }) =>
            isAlive ? (
              <button
                key={source}
                type="button"
                data-plain={`[${label}]`}
                data-source={source}
                onMouseDown={keepFocus}
                onClick={insert}
              >
                {label}
              </button>
            ) : (
              <span key={source}>
                {label} <code>{source}</code>
              </span>
            ),
          )}
        </Group>
      ),
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2 py-1.5 border-t border-line max-md:grid-cols-[minmax(0,1fr)] max-md:gap-1 [&>span]:py-1.25 [&>span]:text-muted [&>span]:text-sm [&>div]:flex [&>div]:flex-wrap [&>div]:gap-1.5 [&>div>span]:text-sm [&_button]:min-h-control-small [&_button]:py-0.5 [&_button]:px-2 [&_button]:border [&_button]:border-line-2 [&_button]:rounded-md [&_button]:bg-raised [&_button]:text-text [&_button]:text-sm [&_button]:font-medium [&_button]:cursor-pointer [&_button:hover]:bg-hover max-md:[&_button]:min-h-10 max-md:[&_button]:px-3"
      role="group"
      aria-labelledby={id}
    >
      <span id={id}>{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** Keeps focus and caret in the field while a chip is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Inserts at the caret or, if no field has it, at the end of the body. */
function insert({ currentTarget: { dataset, form } }: MouseEvent<HTMLButtonElement>): void {
  const field = targetIn(form);
  if (!field) return;
  const { part, plain = "", source = "" } = dataset;
  field.focus();
  const isChips = field.hasAttribute("data-chips");
  const words = part === undefined ? (isChips ? plain : source) : apart(field, part);
  // insertText supports undo and fires input events.
  if (!document.execCommand("insertText", false, words)) {
    field.setRangeText(words, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

type Target = HTMLInputElement | HTMLTextAreaElement;

function targetIn(form: HTMLFormElement | null): Target | undefined {
  const fields = [
    ...(form?.querySelectorAll<Target>("[data-chips], [name=subject], [name=body]") ?? []),
  ].filter(
    (field) => field.offsetParent !== null, // visible fields only
  );
  const focused = fields.find((field) => field === document.activeElement);
  if (focused) return focused;
  const last = fields.at(-1);
  last?.setSelectionRange(last.value.length, last.value.length);
  return last;
}

/** Surrounded by empty lines. */
function apart({ value, selectionStart, selectionEnd }: Target, part: string): string {
  const before = value.slice(0, selectionStart ?? 0);
  const after = value.slice(selectionEnd ?? 0);
  return `${before.trim() === "" ? "" : "\n\n"}${part}${after.trim() === "" ? "" : "\n\n"}`;
}
