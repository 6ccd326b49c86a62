import type { HostileCall, Random, Target } from "./calls";
import { addQuery, mutateHeaders, mutateMethod, mutatePath, mutateQuery } from "./mutate-address";
import { reshapeBody, mutateBytes, mutateField, mutateText } from "./mutate-body";

type Mutation = (call: HostileCall, random: Random, target: Target) => HostileCall;

/** Mutations with their relative frequency and applicability. */
const MUTATIONS: { mutate: Mutation; weight: number; suits: (target: Target) => boolean }[] = [
  { mutate: mutateField, weight: 40, suits: ({ fields }) => fields.length > 0 },
  { mutate: reshapeBody, weight: 8, suits: ({ fields }) => fields.length > 0 },
  { mutate: mutateText, weight: 16, suits: ({ fields }) => fields.length > 0 },
  { mutate: mutateBytes, weight: 30, suits: ({ operation }) => operation.accepts === "multipart" },
  { mutate: mutateQuery, weight: 20, suits: ({ queryNames }) => queryNames.length > 0 },
  { mutate: addQuery, weight: 4, suits: () => true },
  { mutate: mutatePath, weight: 12, suits: ({ operation }) => operation.params !== undefined },
  { mutate: mutateHeaders, weight: 14, suits: () => true },
  { mutate: mutateMethod, weight: 2, suits: () => true },
];

/** A valid call with one or two mutations; deterministic for the same random numbers. */
export function mutate(plain: HostileCall, random: Random, target: Target): HostileCall {
  const fitting = MUTATIONS.filter(({ suits }) => suits(target));
  const one = (call: HostileCall) => {
    let left = random() * fitting.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = fitting.find(({ weight }) => (left -= weight) < 0) ?? fitting[0]!; // header mutations suit every target
    return chosen.mutate(call, random, target);
  };
  const first = one({ ...plain, label: "" });
  return random() < 0.15 ? one(first) : first;
}
