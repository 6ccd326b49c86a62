import styles from "./avatar.module.css";

const HUES = 4;

/** The first letter of a person or a room beside their name. `index`: their place among the company's, which gives their hue; -1 for none. */
export function Avatar({ name, index }: { name: string; index: number }) {
  return (
    <span
      className={styles.avatar}
      data-hue={index < 0 ? undefined : (index % HUES) + 1}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
