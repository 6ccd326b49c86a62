import { testIsolation } from "./isolation";

const ONE_OF_A_KIND = [
  "anonymous",
  "an ended session",
  "the owner",
  "the viewer",
  "staff of another resource",
  "a secret key of the role admin",
  "a publishable key",
];

testIsolation(({ name }) => ONE_OF_A_KIND.includes(name));
