import { msg, t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Dialog } from "./dialog";
import type { Shortcut } from "./shortcuts";

/** Keys outside the shortcut table: handled by the browser or by forms. */
const OTHERS: [keys: string[], label: string][] = [
  [["Ctrl", "K"], msg("Search")],
  [["Enter"], msg("Open row")],
  [["Ctrl", "Enter"], msg("Save form")],
  [["Esc"], msg("Close")],
  [
    ["m"],
    msg("Calendar: pick up a booking. Arrows move it, Shift and arrows resize it, Enter drops it."),
  ],
  [["b"], msg("Calendar: block time")],
];

/** Help for the shortcuts, generated from the table that binds them. */
export default function HelpSheet({
  shortcuts,
  onClose,
}: {
  shortcuts: readonly Shortcut[];
  onClose: () => void;
}) {
  const rows: [string[], string][] = [
    ...shortcuts.map(({ keys, label }): [string[], string] => [keys.split(" "), label]),
    ...OTHERS.map(([keys, label]): [string[], string] => [keys, t(label)]),
  ];
  return (
    <Dialog place="top" label={t("Shortcuts")} onClose={onClose}>
      <div className="pt-5 px-5 pb-0">
        <h2 className="m-0 text-lg font-semibold">{t("Shortcuts")}</h2>
        <p className="mt-1 mx-0 mb-4 text-muted">
          {shortcuts.length > 0
            ? t("Shortcuts are off while you type in a field.")
            : t("Single-letter shortcuts are off in your settings.")}
        </p>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6 gap-y-0 m-0 [&_kbd]:min-w-6 [&_kbd]:py-0.75 [&_kbd]:px-1.5 [&_kbd]:border [&_kbd]:border-line-2 [&_kbd]:rounded-sm [&_kbd]:text-muted [&_kbd]:text-xs [&_kbd]:font-medium [&_kbd]:text-center">
          {rows.map(([keys, label]) => (
            <div
              className="flex items-center gap-3 min-h-10 border-b border-line"
              key={keys.join(" ")}
            >
              <dt className="flex gap-1 min-w-22">
                {keys.map((key, index) => (
                  <kbd key={index}>{key}</kbd>
                ))}
              </dt>
              <dd className="m-0 text-sm">{label}</dd>
            </div>
          ))}
        </dl>
        <div className="sticky bottom-0 pt-4 pb-5 bg-surface">
          <Button onClick={onClose}>{t("Close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
