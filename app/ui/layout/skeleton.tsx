import styles from "./skeleton.module.css";

const ROWS = 10;
const DRAWER_ROWS = 6;

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

/** The same for the content of a drawer. */
export function DrawerSkeleton() {
  return (
    <div className={styles.drawer} aria-hidden="true" data-outline>
      <span className={styles.title} />
      <span className={styles.buttons} />
      {Array.from({ length: DRAWER_ROWS }, (_, index) => (
        <span key={index} className={styles.row} />
      ))}
    </div>
  );
}
