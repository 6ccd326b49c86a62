import { and, any, type HostileCall, type Random, type Target } from "./calls";
import { HEADERS } from "./headers";
import { ALL_TEXTS, DATES, ENCODED, ZONES } from "./values";

// Mutations of a call's URL and headers.

const searchOf = (target: string) => target.split("?")[1] ?? "";
const pathOf = (target: string) => target.split("?")[0]!; // a split has a first part
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).slice(0, 6000).replace(/%.?$/, "");

export function spoilQuery(call: HostileCall, random: Random, { queryNames }: Target): HostileCall {
  const name = any(random, queryNames);
  const texts = [...ALL_TEXTS, ...(/zone/.test(name) ? ZONES : DATES)];
  const written =
    random() < 0.3
      ? name + any(random, ENCODED).replaceAll("{name}", name)
      : `${name}=${encoded(any(random, texts))}`;
  const kept =
    random() < 0.2
      ? searchOf(call.target)
      : searchOf(call.target).replace(new RegExp(`(^|&)${name}=[^&]*`), "");
  const search = [kept, written].filter(Boolean).join("&");
  return {
    ...call,
    target: `${pathOf(call.target)}?${search}`,
    told: and(call.told, `?${written.slice(0, 80)}`),
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
    told: and(call.told, `?${written.slice(0, 80)}`),
  };
}

export function spoilPath(call: HostileCall, random: Random, { operation }: Target): HostileCall {
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
  return { ...call, target, told: and(call.told, `id ${id.slice(0, 80)}`) };
}

const OF_CALLERS =
  /^(authorization|cookie|origin|sec-fetch-site|x-publishable-key|stripe-signature)$/;

export function spoilHeaders(call: HostileCall, random: Random): HostileCall {
  const [name, values] = any(random, HEADERS);
  const value = any(random, values);
  return {
    ...call,
    headers: { ...call.headers, [name]: value },
    is_caller_spoilt: call.is_caller_spoilt || OF_CALLERS.test(name),
    told: and(call.told, `${name}: ${value.slice(0, 80)}`),
  };
}

const METHODS = ["PUT", "HEAD", "OPTIONS", "PROPFIND", "LOCK"];

export function spoilMethod(call: HostileCall, random: Random): HostileCall {
  const method = any(random, METHODS);
  return { ...call, method, told: and(call.told, method) };
}
