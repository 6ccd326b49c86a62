import { testIsolation } from "./isolation";

const ONE_OF_A_KIND = [
  "anonymous",
  "the owner",
  "a secret key of the role admin",
  "a publishable key",
];

testIsolation(({ name }) => ONE_OF_A_KIND.includes(name));
