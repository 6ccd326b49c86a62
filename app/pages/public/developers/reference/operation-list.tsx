import { Link } from "@remix-run/react";
import styles from "./reference.module.css";

interface OperationEntry {
  id: string;
  method: string;
  path: string;
  summary: string;
  caller: string;
}
export interface OperationGroup {
  noun: string;
  title: string;
  operations: OperationEntry[];
}

/** Operations by noun, linking to their details. */
export function OperationList({ groups }: { groups: OperationGroup[] }) {
  return (
    <>
      <nav aria-label="Operations" className={styles.nouns}>
        {groups.map(({ noun, title }) => (
          <a key={noun} href={`#${noun}`}>
            {title}
          </a>
        ))}
      </nav>
      {groups.map(({ noun, title, operations }) => (
        <section key={noun} id={noun} aria-labelledby={`${noun}-title`}>
          <h2 id={`${noun}-title`}>{title}</h2>
          <dl className={styles.operations}>
            {operations.map(({ id, method, path, summary, caller }) => (
              <div key={id}>
                <dt>
                  <Link to={`/developers/reference?operation=${id}`}>
                    <span className={styles.method}>{method}</span> {path}
                  </Link>
                </dt>
                <dd>
                  {summary} <span className={styles.caller}>Caller: {caller}.</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
