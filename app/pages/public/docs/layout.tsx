import { Outlet, useLoaderData } from "@remix-run/react";
import { guide } from "~/docs/guide.server";
import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { PageColumns } from "~/ui/developers/page-columns";

export function loader() {
  return { contents: guide.contents() };
}

/** The developer guide. */
export default function Docs() {
  const { contents } = useLoaderData<typeof loader>();
  return (
    <DeveloperFrame>
      <PageColumns contents={contents}>
        <Outlet />
      </PageColumns>
    </DeveloperFrame>
  );
}
