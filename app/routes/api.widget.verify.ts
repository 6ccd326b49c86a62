import { verification } from "~/contract/verification";
import { startVerification } from "~/domain/verification/verification.server";
import { api, on } from "~/http/api.server";

const route = api(on(verification.start, ({ actor, body, ticket }) => startVerification(actor, body, ticket)));
export const loader = route.loader;
export const action = route.action;
