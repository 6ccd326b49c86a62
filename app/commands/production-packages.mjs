// Loads the production builds of React and its router, which choose by NODE_ENV when first loaded.
// NODE_ENV here also controls https, the outbox and the sandbox, so only these packages see
// "production", and pages render alike under `npm start`, in tests and in production.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env.NODE_ENV = "production";
for (const name of [
  "react",
  "react/jsx-runtime",
  "react-dom/server",
  "react-router-dom",
  "@remix-run/react",
])
  require(name);
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;
