import { verification } from "~/contract/verification";
import { confirmVerification } from "~/domain/verification/verification.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(verification.confirm, ({ actor, body, ticket }) => confirmVerification(actor, body, ticket)),
);
export const loader = route.loader;
export const action = route.action;
