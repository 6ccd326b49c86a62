import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import { Rich } from "../rich";
import { valueAt } from "./value-at";

export interface ConflictLine {
  label: string;
  typed: string;
  now: string;
}

/** A save conflict: shows both values of each field. Typed input stays; saving again keeps it. */
export function Conflict({ lines }: { lines: ConflictLine[] }) {
  return (
    <Notice tone="bad">
      <p>{t("Changed by someone else. Review, then save.")}</p>
      {lines.length > 0 && (
        <ul className="m-0 mt-2 ps-5">
          {lines.map(({ label, typed, now }) => (
            <li key={label}>
              <Rich
                text={t(
                  "{{label}}: you typed <value>{{typed}}</value>, now <value>{{now}}</value>",
                  {
                    label,
                    typed: typed || t("nothing"),
                    now: now || t("nothing"),
                  },
                )}
                parts={{ value: (inner) => <strong>{inner}</strong> }}
              />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** Fields that differ between two versions of a form, with their translated labels. */
export function conflictLines(
  labels: Record<string, string>,
  typed: object,
  now: object,
): ConflictLine[] {
  return Object.entries(labels)
    .map(([name, label]) => ({
      label: t(label),
      typed: valueAt(typed, name),
      now: valueAt(now, name),
    }))
    .filter((line) => line.typed !== line.now);
}
