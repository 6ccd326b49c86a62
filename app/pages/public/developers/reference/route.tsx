import { Anchor } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contract } from "~/contract";
import type { CallerRule, OperationShape } from "~/contract/operation";
import { findReference } from "~/docs/reference.server";
import { pageError } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { type OperationGroup, OperationList } from "./operation-list";
import { OperationPage } from "./operation-page";
import { publicMeta } from "~/ui/developers/public-meta";
import styles from "./reference.module.css";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  if (data.chosen === null)
    return publicMeta("API reference", "Every operation of the API, with who may call it.", data.address);
  const { id, title, description } = data.chosen;
  return publicMeta(title, description, `${data.address}?operation=${id}`);
};

export function loader({ request }: LoaderFunctionArgs) {
  const groups: OperationGroup[] = Object.entries<Record<string, OperationShape>>(contract).map(([noun, group]) => ({
    noun,
    title: titleOf(noun),
    operations: Object.entries(group).map(([verb, { method, path, summary, caller }]) => ({
      ...{ method, path, summary },
      id: `${noun}_${verb}`,
      caller: callerOf(caller),
    })),
  }));
  const address = `${env.BASE_URL}/developers/reference`;
  const asked = new URL(request.url).searchParams.get("operation");
  if (asked === null) return { address, groups, chosen: null };
  const page = findReference(asked);
  if (page === null) throw pageError(404, "The API has no such operation.");
  const { title, description, html } = page;
  return { address, groups: [], chosen: { id: asked, noun: asked.split("_", 1)[0]!, title, description, html } };
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

/** Every operation of the contract: what it is for and who may call it; with `?operation=` one of them whole. */
export default function Reference() {
  const { groups, chosen } = useLoaderData<typeof loader>();
  if (chosen !== null)
    return (
      <DeveloperFrame>
        <OperationPage key={chosen.id} {...chosen} />
      </DeveloperFrame>
    );
  return (
    <DeveloperFrame>
      <main id="content" tabIndex={-1} className={styles.page}>
        <h1>API reference</h1>
        <p className={styles.lead}>
          Every operation, with who may call it. Choose one to see how it is called, its fields and its refusals. All of
          it is in the{" "}
          <Anchor href="/api/openapi.json" inherit underline="always">
            OpenAPI document
          </Anchor>{" "}
          (JSON) too, which editors and code generators read.
        </p>
        <OperationList groups={groups} />
      </main>
    </DeveloperFrame>
  );
}
