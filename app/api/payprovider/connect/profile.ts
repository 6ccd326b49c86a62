import { payments } from "~/contract/payments";
import { personOf } from "~/domain/identity/person";
import { chooseProfile } from "~/domain/payments/connect.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(payments.chooseProfile, ({ actor, body }) =>
    chooseProfile(personOf(actor), "payprovider", body.profile_id),
  ),
);
export const loader = route.loader;
export const action = route.action;
