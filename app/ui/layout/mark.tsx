import styles from "./mark.module.css";

/** A company's initial and name. */
export function Mark({ name }: { name: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.letter} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className={styles.name} title={name}>
        {name}
      </span>
    </span>
  );
}
