import { anyone, operation } from "~/contract/operation";
import { bind } from "~/http/api.server";
import { openApiDocument } from "~/http/openapi.server";

/** Not in the contract's table: the document does not describe itself. */
const openapi = {
  read: operation({
    method: "GET",
    path: "/api/openapi.json",
    caller: anyone,
    summary: "The contract as OpenAPI",
  }),
};

export default bind(openapi, {
  read: () => {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    };
    return Response.json(openApiDocument(), { headers });
  },
});
