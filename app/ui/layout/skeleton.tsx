import styles from "./skeleton.module.css";

const ROWS = 10;

/** The outline of a page that takes its time: it lies over the page that was left, once a person would begin to wonder (150 ms). */
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
