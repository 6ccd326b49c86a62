import { useId, useState } from "react";
import { t } from "~/i18n/text";
import { chooseScheme, readScheme, type Scheme } from "../color-scheme";
import { Icon, type IconName } from "../icon";
import { useIsAlive } from "../use-is-alive";
import styles from "./color-scheme.module.css";

const SCHEMES: { value: Scheme; label: string; icon: IconName }[] = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "Auto", icon: "screen" },
];

/** Light, dark or as the device has it; kept in this browser. */
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
            {/* The server does not know what this browser keeps, so nothing is chosen until JavaScript runs. */}
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
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
