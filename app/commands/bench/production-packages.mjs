// Loaded into the measured product with --import: React and its router as they are in production. They choose by NODE_ENV when they are
// loaded, and the benchmark cannot set that to "production", which refuses to go without limits.
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
process.env.NODE_ENV = NODE_ENV;
