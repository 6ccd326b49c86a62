import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { revokeKeysOf } from "~/domain/api-keys/change-key.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { plural, t } from "~/i18n/text";
import { RevokeAllForm } from "./key-forms";
import { KEYS_PATH, KeysPage } from "./keys-page";
import { loadKeys } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("API keys")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadKeys(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, RevokeAllForm, async ({ created_by }) => {
    const count = await revokeKeysOf(actor, created_by);
    return redirectWith(
      KEYS_PATH,
      plural(count, "Revoked {{count}} secret key.", "Revoked {{count}} secret keys."),
    );
  });
}

export default function Keys() {
  return (
    <KeysPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
