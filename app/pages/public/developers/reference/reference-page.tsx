import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { DocumentTitle } from "~/ui/developers/document-title";
import { TextLink } from "~/ui/kit/link";
import { OperationList } from "./operation-list";
import { OperationPage } from "./operation-page";
import type { ReferenceView } from "./load.server";

/** All operations with purpose and callers, or one in full. */
export function ReferencePage({ groups, chosen }: Pick<ReferenceView, "groups" | "chosen">) {
  if (chosen !== null)
    return (
      <DeveloperFrame>
        <OperationPage key={chosen.id} {...chosen} />
      </DeveloperFrame>
    );
  return (
    <DeveloperFrame>
      <main id="content" tabIndex={-1} className="max-w-224 mx-auto outline-none">
        <DocumentTitle>API reference</DocumentTitle>
        <p className="m-0 mb-5 text-muted">
          Every operation, with who may call it. Choose one to see how it is called, its fields and
          its refusals. All of it is in the{" "}
          <TextLink href="/api/openapi.json">OpenAPI document</TextLink> (JSON) too, which editors
          and code generators read.
        </p>
        <OperationList groups={groups} />
      </main>
    </DeveloperFrame>
  );
}
