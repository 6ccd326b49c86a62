import { payments } from "~/contract/payments";
import { personOf } from "~/domain/identity/person";
import { returnFromProvider } from "~/domain/payments/return-from-provider.server";
import { api, on } from "~/http/api.server";
import { readConnectState, redirectFromProvider } from "~/http/connect-redirect.server";

const SLOT = "legacypay";

const route = api(
  on(payments.legacyCallback, async ({ actor, query, request }) => {
    const location = await returnFromProvider(
      personOf(actor),
      SLOT,
      query,
      readConnectState(request),
    );
    return redirectFromProvider(SLOT, location);
  }),
);
export const loader = route.loader;
export const action = route.action;
