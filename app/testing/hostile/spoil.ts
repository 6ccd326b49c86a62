import type { HostileCall, Random, Target } from "./calls";
import { addQuery, spoilHeaders, spoilMethod, spoilPath, spoilQuery } from "./spoil-address";
import { reshapeBody, spoilBytes, spoilField, spoilText } from "./spoil-body";

type Spoil = (call: HostileCall, random: Random, target: Target) => HostileCall;

/** Mutations with their relative frequency and applicability. */
const spoils: { spoil: Spoil; weight: number; suits: (target: Target) => boolean }[] = [
  { spoil: spoilField, weight: 40, suits: ({ fields }) => fields.length > 0 },
  { spoil: reshapeBody, weight: 8, suits: ({ fields }) => fields.length > 0 },
  { spoil: spoilText, weight: 16, suits: ({ fields }) => fields.length > 0 },
  { spoil: spoilBytes, weight: 30, suits: ({ operation }) => operation.accepts === "multipart" },
  { spoil: spoilQuery, weight: 20, suits: ({ queryNames }) => queryNames.length > 0 },
  { spoil: addQuery, weight: 4, suits: () => true },
  { spoil: spoilPath, weight: 12, suits: ({ operation }) => operation.params !== undefined },
  { spoil: spoilHeaders, weight: 14, suits: () => true },
  { spoil: spoilMethod, weight: 2, suits: () => true },
];

/** A valid call with one or two mutations; deterministic for the same random numbers. */
export function spoilt(plain: HostileCall, random: Random, target: Target): HostileCall {
  const fitting = spoils.filter(({ suits }) => suits(target));
  const one = (call: HostileCall) => {
    let left = random() * fitting.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = fitting.find(({ weight }) => (left -= weight) < 0) ?? fitting[0]!; // header mutations suit every target
    return chosen.spoil(call, random, target);
  };
  const first = one({ ...plain, told: "" });
  return random() < 0.15 ? one(first) : first;
}
