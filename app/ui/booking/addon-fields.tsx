import { useEffect, useId, useRef } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { Fieldset } from "../kit/form";
import type { AddonChoice, Quantities } from "./addon-choices";

interface AddonFieldsProps {
  /** Prefix of the fields: "addons" for "addons.racket". */
  name: string;
  legend?: string;
  addons: readonly AddonChoice[];
  onQuantities: (quantities: Quantities) => void;
}

const BOX =
  "inline-flex items-center gap-1.5 min-h-8 max-w-full border border-faint rounded-[0.375rem] bg-surface text-[0.875rem] leading-[1.25rem] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-md:min-h-10";

/**
 * Add-ons with quantities: a tick where only one can be booked. The fields keep what is typed;
 * `onQuantities` receives it initially, too, because a draft may have restored other values.
 */
export function AddonFields({ name, legend, addons, onQuantities }: AddonFieldsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(onQuantities);
  useEffect(() => {
    latest.current = onQuantities;
  });
  useEffect(() => {
    const fields = group.current;
    if (fields === null) return;
    const read = () => latest.current(quantitiesIn(fields));
    read();
    // Not React's onChange: it misses values that a restored draft sets.
    fields.addEventListener("input", read);
    return () => fields.removeEventListener("input", read);
  }, []);
  return (
    <Fieldset ref={group} legend={legend ?? t("Add-ons")}>
      <div className="flex flex-wrap gap-1.5">
        {addons.map((addon) =>
          addon.max === 1 ? (
            <OneOf key={addon.id} name={name} addon={addon} />
          ) : (
            <SomeOf key={addon.id} name={name} addon={addon} />
          ),
        )}
      </div>
    </Fieldset>
  );
}

function quantitiesIn(fields: HTMLFieldSetElement): Quantities {
  const inputs = [...fields.querySelectorAll<HTMLInputElement>("input[data-addon]")];
  return Object.fromEntries(
    inputs.map(({ type, checked, value, dataset }) => [
      dataset.addon!, // of the selector
      type === "checkbox" ? Number(checked) : Math.max(Math.trunc(Number(value)) || 0, 0),
    ]),
  );
}

interface FieldProps {
  name: string;
  addon: AddonChoice;
}

function OneOf({ name, addon: { id, name: label, price, quantity } }: FieldProps) {
  return (
    <label
      className={`${BOX} py-1 px-3 cursor-pointer hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)]`}
    >
      <input
        type="checkbox"
        name={`${name}.${id}`}
        value="1"
        data-addon={id}
        defaultChecked={quantity > 0}
        className="flex-none size-4 m-0 [accent-color:var(--accent)] focus-visible:outline-none"
      />
      <Named label={label} price={price} />
    </label>
  );
}

function SomeOf({ name, addon: { id, name: label, price, max, quantity } }: FieldProps) {
  const fieldId = useId();
  const input = useRef<HTMLInputElement>(null);
  const step = (by: number) => {
    const field = input.current;
    if (field === null) return;
    const next = Math.min(Math.max((Math.trunc(Number(field.value)) || 0) + by, 0), max);
    field.value = next === 0 ? "" : String(next);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div
      className={`${BOX} ps-3 overflow-hidden has-[input:not(:placeholder-shown)]:border-accent has-[input:not(:placeholder-shown)]:bg-accent-soft has-[input:not(:placeholder-shown)]:[box-shadow:inset_0_0_0_1px_var(--accent)]`}
    >
      <label htmlFor={fieldId} className="inline-flex flex-wrap gap-x-1.5 min-w-0 py-1">
        <Named label={label} price={price} />
      </label>
      <span className="inline-flex flex-none items-stretch self-stretch">
        <StepButton
          icon="minus"
          label={t("One {{name}} less", { name: label })}
          onStep={() => step(-1)}
        />
        <input
          ref={input}
          id={fieldId}
          type="number"
          name={`${name}.${id}`}
          data-addon={id}
          min={0}
          max={max}
          placeholder="0"
          defaultValue={quantity === 0 ? "" : quantity}
          className="w-8 p-0 border-0 bg-transparent text-inherit text-center font-semibold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none focus-visible:outline-none"
        />
        <StepButton
          icon="plus"
          label={t("One {{name}} more", { name: label })}
          onStep={() => step(1)}
        />
      </span>
    </div>
  );
}

function StepButton({
  icon,
  label,
  onStep,
}: {
  icon: "plus" | "minus";
  label: string;
  onStep: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onStep}
      className="needs-script grid place-items-center w-8 p-0 border-0 bg-transparent text-muted cursor-pointer hover:bg-hover hover:text-text max-md:w-10"
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

function Named({ label, price }: { label: string; price: string }) {
  return (
    <>
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="text-muted text-[0.8125rem] whitespace-nowrap">{price}</span>
    </>
  );
}
