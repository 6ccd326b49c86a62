import { useId, useState } from "react";
import { msg, t } from "~/i18n/text";
import { chooseScheme, readScheme, type Scheme } from "../color-scheme";
import { Icon, type IconName } from "../icon";
import { useIsAlive } from "../use-is-alive";
import styles from "./color-scheme.module.css";

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
    <fieldset className={`${styles.schemes} needs-script`}>
      <legend className={styles.legend}>{t("Appearance")}</legend>
      <div className={styles.choices}>
        {SCHEMES.map(({ value, label, icon }) => (
          <label key={value} className={styles.scheme}>
            {/* The server can't read this browser's storage, so nothing is selected until
                JavaScript runs. */}
            <input
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
