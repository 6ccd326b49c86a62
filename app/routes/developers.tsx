import { Anchor } from "@mantine/core";
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contract } from "~/contract";
import type { CallerRule, OperationShape } from "~/contract/operation";
import styles from "~/ui/developers/reference.module.css";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";

export const meta: MetaFunction = () => [{ title: "API reference · Booking Service" }];

export function loader() {
  const groups = Object.entries<Record<string, OperationShape>>(contract).map(([noun, group]) => ({
    noun,
    title: titleOf(noun),
    operations: Object.values(group).map(({ method, path, summary, caller }) => ({
      ...{ method, path, summary },
      caller: callerOf(caller),
    })),
  }));
  return { groups };
}

/** "calendarFeeds" → "Calendar feeds", "apiKeys" → "API keys" */
function titleOf(noun: string): string {
  const words = noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words[0]!.toUpperCase() + words.slice(1)).replace(/^Api\b/, "API"); // no noun is empty
}

function callerOf(rule: CallerRule): string {
  if (rule.kind === "session") return `${rule.role}${rule.secret_key ? ", or a secret key" : ""}`;
  if (rule.kind === "key") return `publishable key with ${rule.scope}`;
  return rule.kind === "public" ? "anyone" : "a provider";
}

/** Every operation of the contract: what it is for, who may call it; the fields of each are in the OpenAPI document. */
export default function Developers() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <BrandLink />
      </header>
      <main id="content" tabIndex={-1}>
        <h1>API reference</h1>
        <p className={styles.lead}>
          Every operation, with who may call it. All fields, errors and limits are in the{" "}
          <Anchor href="/api/openapi.json" inherit underline="always">
            OpenAPI document
          </Anchor>{" "}
          (JSON), which editors and code generators read.
        </p>
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
              {operations.map(({ method, path, summary, caller }) => (
                <div key={`${method} ${path}`}>
                  <dt>
                    <span className={styles.method}>{method}</span> {path}
                  </dt>
                  <dd>
                    {summary} <span className={styles.caller}>Caller: {caller}.</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </main>
    </div>
  );
}
