import { Outlet, useLoaderData } from "@remix-run/react";
import { guideContents } from "~/docs/guide.server";
import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { Contents } from "./contents";
import styles from "./guide-layout.module.css";

export function loader() {
  return { contents: guideContents() };
}

/** The developer guide: page list next to the open page. */
export default function Docs() {
  const { contents } = useLoaderData<typeof loader>();
  return (
    <DeveloperFrame>
      <div className={styles.columns}>
        <div>
          <Contents contents={contents} />
        </div>
        <Outlet />
      </div>
    </DeveloperFrame>
  );
}
