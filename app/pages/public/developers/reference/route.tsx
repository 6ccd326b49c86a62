import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicMeta } from "~/ui/developers/public-meta";
import { loadReference } from "./load.server";
import { ReferencePage } from "./reference-page";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  if (data.chosen === null)
    return publicMeta(
      "API reference",
      "Every operation of the API, with who may call it.",
      data.address,
    );
  const { id, title, description } = data.chosen;
  return publicMeta(title, description, `${data.address}?operation=${id}`);
};

/** `?operation=` selects one operation. */
export function loader({ request }: LoaderFunctionArgs) {
  return loadReference(new URL(request.url).searchParams.get("operation"));
}

export default function Reference() {
  return <ReferencePage {...useLoaderData<typeof loader>()} />;
}
