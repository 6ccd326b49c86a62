import styles from "./skeleton.module.css";

const ROWS = 10;

/** Placeholder for a slow page; appears over the old page after 150 ms. */
export function Skeleton() {
  return (
    <div className={styles.cover} aria-hidden="true" data-outline>
      <div className={styles.outline}>
        <span className={styles.title} />
        {Array.from({ length: ROWS }, (_, index) => (
          <span key={index} className={styles.row} />
        ))}
      </div>
    </div>
  );
}
