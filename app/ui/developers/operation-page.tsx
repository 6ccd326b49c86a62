import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { OperationFields } from "./operation-fields";
import type { OperationEntry } from "./operation-list";
import styles from "./reference.module.css";

/** One operation with all its fields. No `main`: Swagger UI brings its own, which must not be within another landmark. */
export function OperationPage({ operation, noun }: { operation: OperationEntry; noun: string }) {
  const { id, method, path, summary, caller } = operation;
  return (
    <div className={styles.page}>
      <section id="content" tabIndex={-1} aria-labelledby="operation">
        <p className={styles.back}>
          <Anchor component={Link} to={`/developers/reference#${noun}`} underline="always">
            All operations
          </Anchor>
        </p>
        <h1 id="operation" className={styles.address}>
          {method} {path}
        </h1>
        <h2>{summary}</h2>
        <p className={styles.lead}>Caller: {caller}.</p>
        <h3>Fields</h3>
        <noscript>
          <p>
            The fields are shown by a script. They are in the <a href="/api/openapi.json">OpenAPI document</a> too.
          </p>
        </noscript>
      </section>
      <OperationFields key={id} id={id} />
    </div>
  );
}
