import { Outlet, useLoaderData } from "@remix-run/react";
import { guideContents } from "~/docs/guide.server";
import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { Contents } from "./contents";

export function loader() {
  return { contents: guideContents() };
}

/** The developer guide: page list next to the open page. */
export default function Docs() {
  const { contents } = useLoaderData<typeof loader>();
  return (
    <DeveloperFrame>
      <div className="block min-[56em]:grid min-[56em]:grid-cols-[14rem_minmax(0,1fr)] min-[56em]:gap-12 [&_main]:min-w-0">
        <div>
          <Contents contents={contents} />
        </div>
        <Outlet />
      </div>
    </DeveloperFrame>
  );
}
