import { msg, t } from "~/i18n/text";
import { Dialog } from "./dialog";
import type { Shortcut } from "./shortcuts";
import buttons from "../kit/button.module.css";
import styles from "./help-sheet.module.css";

/** Keys outside the shortcut table: handled by the browser or by forms. */
const OTHERS: [keys: string[], says: string][] = [
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
    ...shortcuts.map(({ keys, says }): [string[], string] => [keys.split(" "), says]),
    ...OTHERS.map(([keys, says]): [string[], string] => [keys, t(says)]),
  ];
  return (
    <Dialog place="top" label={t("Shortcuts")} onClose={onClose}>
      <div className={styles.sheet}>
        <h2 className={styles.title}>{t("Shortcuts")}</h2>
        <p className={styles.lead}>
          {shortcuts.length > 0
            ? t("Shortcuts are off while you type in a field.")
            : t("Single-letter shortcuts are off in your settings.")}
        </p>
        <dl className={styles.list}>
          {rows.map(([keys, says]) => (
            <div key={keys.join(" ")}>
              <dt>
                {keys.map((key, index) => (
                  <kbd key={index}>{key}</kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.end}>
          <button type="button" className={buttons.button} onClick={onClose}>
            {t("Close")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
