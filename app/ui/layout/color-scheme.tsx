import { useId, useState } from "react";
import { msg, t } from "~/i18n/text";
import { chooseScheme, readScheme, type Scheme } from "../color-scheme";
import { Icon, type IconName } from "../icon";
import { useIsAlive } from "../use-is-alive";

const SCHEMES: { value: Scheme; label: string; icon: IconName }[] = [
  { value: "light", label: msg("Light"), icon: "sun" },
  { value: "dark", label: msg("Dark"), icon: "moon" },
  { value: "auto", label: msg("Auto"), icon: "screen" },
];

/** Light, dark or system colour scheme, stored in this browser. */
export function ColorScheme() {
  const [chosen, setChosen] = useState<Scheme | null>(null);
  const name = useId();
  const isAlive = useIsAlive();
  return (
    <fieldset className="m-0 p-0 border-0 needs-script">
      <legend className="p-0 pb-1 text-muted text-xs">{t("Appearance")}</legend>
      <div className="grid grid-cols-[repeat(3,1fr)] gap-0.5 p-0.5 rounded-[8px] bg-fill">
        {SCHEMES.map(({ value, label, icon }) => (
          <label
            key={value}
            className="relative flex items-center justify-center gap-1 min-h-7 rounded-md text-quiet text-xs font-medium cursor-pointer hover:text-text has-checked:bg-chosen has-checked:shadow-sm has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text max-md:min-h-10"
          >
            {/* The server can't read this browser's storage, so nothing is selected until
                JavaScript runs. */}
            <input
              className="absolute inset-0 m-0 opacity-0 cursor-pointer"
              type="radio"
              name={name}
              value={value}
              checked={isAlive && (chosen ?? readScheme()) === value}
              onChange={() => {
                chooseScheme(value);
                setChosen(value);
              }}
            />
            <Icon name={icon} size={16} />
            {t(label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
