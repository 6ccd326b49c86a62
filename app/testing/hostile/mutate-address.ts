import { and, any, type HostileCall, type Random, type Target } from "./calls";
import { HEADERS } from "./headers";
import { ALL_TEXTS, DATES, ENCODED, ZONES } from "./values";

// Mutations of a call's URL and headers.

const searchOf = (target: string) => target.split("?")[1] ?? "";
const pathOf = (target: string) => target.split("?")[0]!; // a split has a first part
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).slice(0, 6000).replace(/%.?$/, "");

export function mutateQuery(
  call: HostileCall,
  random: Random,
  { queryNames }: Target,
): HostileCall {
  const name = any(random, queryNames);
  const texts = [...ALL_TEXTS, ...(/zone/.test(name) ? ZONES : DATES)];
  const written =
    random() < 0.3
      ? name + any(random, ENCODED).replaceAll("{name}", name)
      : `${name}=${encoded(any(random, texts))}`;
  const remaining =
    random() < 0.2
      ? searchOf(call.target)
      : searchOf(call.target).replace(new RegExp(`(^|&)${name}=[^&]*`), "");
  const search = [remaining, written].filter(Boolean).join("&");
  return {
    ...call,
    target: `${pathOf(call.target)}?${search}`,
    label: and(call.label, `?${written.slice(0, 80)}`),
  };
}

const OTHER_QUERIES = [
  "x=1",
  "key=",
  "key=pk_x&key=pk_y",
  "%",
  "&&&=&",
  "%ZZ=%ZZ",
  "?",
  "a[b][c]=1",
  "__proto__=1",
  "constructor=1",
  "_data=root",
  "index",
  "%00=1",
];

/** Adds unknown parameters, or thousands of them. */
export function addQuery(call: HostileCall, random: Random): HostileCall {
  const many = Array.from({ length: 1500 }, (_, index) => `p${index}=1`).join("&");
  const written = random() < 0.1 ? many : any(random, OTHER_QUERIES);
  const search = [searchOf(call.target), written].filter(Boolean).join("&");
  return {
    ...call,
    target: `${pathOf(call.target)}?${search}`,
    label: and(call.label, `?${written.slice(0, 80)}`),
  };
}

export function mutatePath(call: HostileCall, random: Random, { operation }: Target): HostileCall {
  const text = any(
    random,
    ALL_TEXTS.filter((candidate) => candidate !== ""),
  );
  const id =
    random() < 0.2
      ? any(random, ["%", "%ZZ", "%E0%A4%A", "%00", "%2e%2e", "%C0%AE", "%2F", "a%2Fb", "+"])
      : encoded(text);
  const search = searchOf(call.target);
  const target = operation.path.replace(/:\w+/, () => id) + (search ? `?${search}` : "");
  return { ...call, target, label: and(call.label, `id ${id.slice(0, 80)}`) };
}

const OF_CALLERS =
  /^(authorization|cookie|origin|sec-fetch-site|x-publishable-key|stripe-signature)$/;

export function mutateHeaders(call: HostileCall, random: Random): HostileCall {
  const [name, values] = any(random, HEADERS);
  const value = any(random, values);
  return {
    ...call,
    headers: { ...call.headers, [name]: value },
    has_other_credentials: call.has_other_credentials || OF_CALLERS.test(name),
    label: and(call.label, `${name}: ${value.slice(0, 80)}`),
  };
}

const METHODS = ["PUT", "HEAD", "OPTIONS", "PROPFIND", "LOCK"];

export function mutateMethod(call: HostileCall, random: Random): HostileCall {
  const method = any(random, METHODS);
  return { ...call, method, label: and(call.label, method) };
}
