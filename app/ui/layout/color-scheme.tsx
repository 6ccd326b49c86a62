import { useMantineColorScheme } from "@mantine/core";
import { useId } from "react";
import { t } from "~/i18n/text";
import { useIsAlive } from "../use-is-alive";
import { Icon, type IconName } from "../icon";
import styles from "./color-scheme.module.css";

const SCHEMES: { value: "light" | "dark" | "auto"; label: string; icon: IconName }[] = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "Auto", icon: "screen" },
];

/** Light, dark or as the device has it; kept in this browser. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
              checked={isAlive && colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <Icon name={icon} size={16} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
