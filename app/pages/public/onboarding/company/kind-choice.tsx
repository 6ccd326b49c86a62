import { getCollectionProps, useField } from "@conform-to/react";
import { type BusinessKind, businessKinds } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";
import { FieldProblem } from "~/ui/form/fields";
import { WORDS } from "../business-words";

/** Icons of each kind, as strokes on a 96 × 64 grid. */
const DRAWINGS: Record<BusinessKind, string> = {
  people:
    "M22 9a6 6 0 1 1-12 0a6 6 0 1 1 12 0M54 9a6 6 0 1 1-12 0a6 6 0 1 1 12 0M86 9a6 6 0 1 1-12 0a6 6 0 1 1 12 0M6 22h20v12H6zM38 30h20v20H38zM70 22h20v8H70zM6 40h20v18H6zM70 38h20v20H70z",
  courts: "M4 6h88v52H4zM4 18h88M4 46h88M48 6v52M26 18v28M70 18v28M26 32h44",
  classes:
    "M4 6h88v52H4zM4 18h88M26 6v52M48 6v52M70 6v52M8 24h14v8H8zM30 36h14v8H30zM52 24h14v8H52zM74 44h14v8H74z",
  tables:
    "M34 32a12 12 0 1 1-24 0a12 12 0 1 1 24 0M56 22h28v20H56zM22 12v4M22 48v4M2 32h4M38 32h4M62 14h4M74 14h4M62 50h4M74 50h4",
};

/** First question of the set-up: the kind of business. */
export function KindChoice() {
  const [field] = useField<string>("kind");
  const inputs = getCollectionProps(field, { type: "radio", options: [...businessKinds] });
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="p-0 pb-2 text-md font-semibold">
        {t("What kind of business is it?")}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-3">
        {businessKinds.map((kind, index) => (
          <label
            key={kind}
            className="relative grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-2 content-start items-center p-3 border border-line-2 rounded-lg text-sm cursor-pointer hover:bg-hover has-checked:border-accent has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2 [&_b]:pe-6 [&_b]:text-md [&_b]:font-semibold"
          >
            <input
              className="absolute top-3 inset-e-3 size-4.5 m-0"
              {...inputs[index]!}
              key={kind}
              required
            />
            <svg
              className="w-12 h-8 fill-none stroke-faint [stroke-width:2.5] has-checked:stroke-accent-text"
              viewBox="0 0 96 64"
              aria-hidden="true"
            >
              <path d={DRAWINGS[kind]} />
            </svg>
            <b>{t(WORDS[kind].label)}</b>
            <span className="col-span-full text-muted">{t(WORDS[kind].explains)}</span>
          </label>
        ))}
      </div>
      <FieldProblem name="kind" />
    </fieldset>
  );
}
