import { anyone, operation } from "~/contract/operation";
import { api, on } from "~/http/api.server";
import { openApiDocument } from "~/http/openapi.server";

/** Not part of the contract that it serves. */
const read = operation({
  method: "GET",
  path: "/api/openapi.json",
  caller: anyone,
  summary: "The contract as OpenAPI",
});

/** The contract as OpenAPI; public, and readable from any origin. */
const route = api(
  on(read, () => {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    };
    return Response.json(openApiDocument(), { headers });
  }),
);
export const loader = route.loader;
export const action = route.action;
