import { openApiDocument } from "~/http/openapi.server";

/** The contract as OpenAPI 3.1; open to anyone, readable from any page. */
export function loader(): Response {
  return new Response(JSON.stringify(openApiDocument()), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    },
  });
}
