import { operations } from "~/contract";
import type { Example } from "../example";
import { examples, freshIds } from "../examples";
import { seededRandom } from "../seeded-random";
import { type Ids, kinds, makeSampleTenant, type SampleTenant } from "../sample-tenant";
import { type Bystander, MARK } from "./bystander";
import { CALLERS, type CallerName, type Credentials, credentialsOf, entitledTo } from "./callers";
import { any, type HostileCall, plainCall, type Random, type Target, targetOf } from "./calls";
import { findViolation } from "./check-response";
import { mutate } from "./mutate";
import type { WatchedWeb, WireAnswer } from "./watched-web";

/** The result of a run. */
export interface Outcome {
  calls: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  complaints: string[];
  /** Number of successful calls by operation. */
  done: Record<string, number>;
  /** Ids of bookings that were confirmed to a caller. */
  booked: string[];
}

/** Stripe's webhook bodies, which the contract does not describe. */
const stripeEvent = (type: string) => ({
  id: "evt_1",
  object: "event",
  type,
  livemode: false,
  account: "acct_1",
  created: 1_790_000_000,
  data: {
    object: { id: "cs_1", object: "checkout.session", payment_intent: "pi_1", metadata: {} },
  },
});
const STRIPE_TYPES = [
  "checkout.session.completed",
  "charge.refunded",
  "account.updated",
  "account.application.deauthorized",
];
const providerBodies: Record<string, (() => Example)[]> = Object.fromEntries(
  ["payments.receivePayprovider", "payments.receiveLegacypay"].map((name) => [
    name,
    STRIPE_TYPES.map((type) => () => ({ body: stripeEvent(type) })),
  ]),
);

const examplesOf = (name: string, ids: Ids): Example[] =>
  providerBodies[name]?.map((make) => make()) ?? examples[name]!(ids); // enforced by every-operation.db.test.ts

/** Number of calls after which records are renewed, because successful calls use them up. */
const FRESH_EVERY = 25;

/**
 * Sends `each` calls to every operation: the first of every set is valid, the others are mutated,
 * and a few use ids of `bystander`. Each web process handles one call at a time. `seed` determines
 * the calls; `sampleFor` is the number of operations that share a company.
 */
export async function fuzz(
  webs: WatchedWeb[],
  bystander: Bystander,
  { seed, each, sampleFor }: { seed: number; each: number; sampleFor: number },
): Promise<Outcome> {
  const outcome: Outcome = { calls: 0, statuses: {}, complaints: [], done: {}, booked: [] };
  const waiting = operations.map((one, index) => ({ ...one, index }));
  const client = async (web: WatchedWeb) => {
    let company = await makeCompany();
    await warmUp(web, company);
    for (let turn = 1, next = waiting.shift(); next; next = waiting.shift(), turn += 1) {
      const target = targetOf(next.name, next.operation, providerBodies[next.name]?.[0]!().body);
      const random = seededRandom(seed + next.index);
      company = await fuzzOperation({ web, bystander, target, random, each, outcome, company });
      if (turn % sampleFor === 0) company = await makeCompany();
    }
  };
  await Promise.all(webs.map(client));
  return outcome;
}

interface Company {
  sample: SampleTenant;
  credentials: Credentials;
}

async function makeCompany(): Promise<Company> {
  const sample = await makeSampleTenant();
  return { sample, credentials: await credentialsOf(sample) };
}

/** Warms the process up: its first calls wait for code to be compiled, which is not counted. */
async function warmUp(web: WatchedWeb, { sample, credentials }: Company): Promise<void> {
  for (const name of ["resources.list", "resources.create", "resources.list"]) {
    const { operation } = operations.find((one) => one.name === name)!; // from the contract
    const call = await plainCall(targetOf(name, operation), examplesOf(name, sample.ids)[0]!); // there is an example for every operation
    await web.send(
      { ...call, headers: { ...call.headers, ...credentials.session(call.body) } },
      "warming up",
    );
  }
  web.holds.length = 0;
}

interface Storm {
  web: WatchedWeb;
  bystander: Bystander;
  target: Target;
  random: Random;
  each: number;
  outcome: Outcome;
  company: Company;
}

/** Sends all calls of one operation. Returns the company for the next operation. */
async function fuzzOperation({
  web,
  bystander,
  target,
  random,
  each,
  outcome,
  company,
}: Storm): Promise<Company> {
  const { name, operation } = target;
  const entitled = entitledTo(operation);
  const others = CALLERS.filter((caller) => !entitled.includes(caller));
  let ids = company.sample.ids;
  outcome.done[name] = 0;
  for (let index = 0; index < each; index += 1) {
    const isPlain = index % FRESH_EVERY === 0;
    const count = examplesOf(name, ids).length;
    const which = isPlain ? (index / FRESH_EVERY) % count : Math.floor(random() * count);
    const exampleOf = (all: Ids) => examplesOf(name, all)[which]!; // index is below the number of examples
    if (isPlain) ids = await freshIds(exampleOf, company.sample);
    const example = exampleOf(
      !isPlain && random() < 0.1 ? withForeign(ids, bystander.sample.ids, random) : ids,
    );
    const caller = !isPlain && random() < 0.15 ? any(random, others) : any(random, entitled);
    const plain = await plainCall(target, example);
    const call = withCaller(
      isPlain ? plain : mutate(plain, random, target),
      caller,
      company.credentials,
      random,
    );
    const title = `#${outcome.calls} ${name} by ${caller}`;
    const complaint = await judged(web, target, call, title, outcome);
    if (complaint.text !== null) report(outcome, `${title}: ${call.label} → ${complaint.text}`);
    // The call may have ended the session, the key or the company.
    if (complaint.status === 401 && entitled.includes(caller) && !call.has_other_credentials) {
      company = await makeCompany();
      ids = company.sample.ids;
    }
  }
  return company;
}

/** Prints immediately, because a run takes minutes. */
function report({ complaints }: Outcome, line: string): void {
  complaints.push(line);
  if (complaints.length <= 60) console.log(line);
}

function withForeign(ids: Ids, foreign: Ids, random: Random): Ids {
  const kind = any(random, kinds);
  return random() < 0.3 ? foreign : { ...ids, [kind]: foreign[kind] };
}

function withCaller(
  call: HostileCall,
  caller: CallerName,
  credentials: Credentials,
  random: Random,
): HostileCall {
  // A different address per call: per-address limits are tested elsewhere.
  const address = Array.from({ length: 3 }, () => 1 + Math.floor(random() * 250)).join(".");
  return {
    ...call,
    headers: {
      "x-forwarded-for": `11.${address}`,
      ...credentials[caller](call.body),
      ...call.headers,
    },
  };
}

async function judged(
  web: WatchedWeb,
  { name, operation }: Target,
  call: HostileCall,
  title: string,
  outcome: Outcome,
): Promise<{ status: number; text: string | null }> {
  outcome.calls += 1;
  let answer: WireAnswer;
  try {
    answer = await web.send(call, title);
  } catch (error) {
    return { status: 0, text: `no answer: ${String(error)}` };
  }
  const { status, body } = answer;
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
  if (status < 400) outcome.done[name] = (outcome.done[name] ?? 0) + 1;
  if (status === 201 && /^(bookings\.create|widget\.book)$/.test(name))
    outcome.booked.push(bookingIn(body));
  if (body.includes(MARK)) return { status, text: "shows what belongs to another company" };
  return { status, text: findViolation(operation, call, answer) };
}

function bookingIn(body: Buffer): string {
  const made = JSON.parse(body.toString()) as { id?: string; booking?: { id: string } };
  return made.booking?.id ?? made.id ?? "none";
}
