/** An identity provider from the environment. */
export interface OidcSettings {
  /** Part of the callback URL: oidc, oidc-2, oidc-3… */
  id: string;
  /** Label of the button: OIDC_NAME, or derived from the issuer's host. */
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
}

/** Maximum number of providers. */
const MOST = 9;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const KNOWN_NAMES: Record<string, string> = {
  "accounts.google.com": "Google",
  "login.microsoftonline.com": "Microsoft",
  "appleid.apple.com": "Apple",
  "gitlab.com": "GitLab",
};

/** Prefix of a provider's variables: the first has no number, the second is OIDC_2_. */
const prefixOf = (number: number) => (number === 1 ? "OIDC_" : `OIDC_${number}_`);

/**
 * Reads the identity providers in order; calls `refuse` for each invalid variable. http is allowed
 * only on loopback, outside production.
 */
export function readOidcSettings(
  given: Record<string, string | undefined>,
  refuse: (name: string, message: string) => void,
): OidcSettings[] {
  const found: OidcSettings[] = [];
  for (let number = 1; number <= MOST; number++) {
    const prefix = prefixOf(number);
    const [issuer, client_id, client_secret, name] = [
      "ISSUER",
      "CLIENT_ID",
      "CLIENT_SECRET",
      "NAME",
    ].map((part) => given[prefix + part]);
    if (issuer === undefined && client_id === undefined && client_secret === undefined) continue;
    for (const [part, value] of Object.entries({
      ISSUER: issuer,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    }))
      if (value === undefined) refuse(prefix + part, `is needed beside the other ${prefix}… names`);
    if (issuer === undefined || client_id === undefined || client_secret === undefined) continue;
    const problem = problemOf(issuer, given.NODE_ENV === "production");
    if (problem !== null) refuse(`${prefix}ISSUER`, problem);
    else
      found.push({
        id: idOf(number),
        name: name ?? nameOf(issuer),
        issuer,
        client_id,
        client_secret,
      });
  }
  return found;
}

function idOf(number: number): string {
  return number === 1 ? "oidc" : `oidc-${number}`;
}

function problemOf(issuer: string, isProduction: boolean): string | null {
  if (!URL.canParse(issuer)) return "must be an address such as https://accounts.google.com";
  const { protocol, hostname, search, hash } = new URL(issuer);
  if (search !== "" || hash !== "") return "must have neither a query nor a fragment";
  if (protocol === "https:") return null;
  const isHere = protocol === "http:" && LOOPBACK.test(hostname) && !isProduction;
  return isHere ? null : "must be https";
}

function nameOf(issuer: string): string {
  const { hostname } = new URL(issuer);
  return KNOWN_NAMES[hostname] ?? hostname;
}
