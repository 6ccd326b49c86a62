import { Outlet, useLoaderData } from "@remix-run/react";
import { help } from "~/docs/help.server";
import { DocumentFrame } from "~/ui/developers/document-frame";
import { PageColumns } from "~/ui/developers/page-columns";

const PLACES = [
  { to: "/help", label: "Help", end: false },
  { to: "/developers", label: "Developers", end: true },
  { to: "/dashboard", label: "Dashboard", end: true },
];

export function loader() {
  return { contents: help.contents() };
}

/** Help for owners and their teams. */
export default function Help() {
  const { contents } = useLoaderData<typeof loader>();
  return (
    <DocumentFrame label="Help and dashboard" places={PLACES}>
      <PageColumns contents={contents}>
        <Outlet />
      </PageColumns>
    </DocumentFrame>
  );
}
