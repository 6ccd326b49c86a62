// Loads the production builds of React and its router. They choose when they are first loaded, by NODE_ENV, which here also decides on
// https, the outbox and the sandbox. So pages render alike under `npm start`, in tests and in production; the rest keeps its own NODE_ENV.
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
