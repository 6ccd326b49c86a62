/**
 * The kinds of requests that another site can make a browser send, modern or old, by their origin
 * headers. `base`: our own origin.
 */
export function forgedHeaders(base: string): Record<string, Record<string, string>> {
  return {
    "from another site": { "Sec-Fetch-Site": "cross-site" },
    "from a neighbour of the same site": { "Sec-Fetch-Site": "same-site" },
    "from another site, with our own origin forged": {
      "Sec-Fetch-Site": "cross-site",
      Origin: base,
    },
    "with a word for the site that does not exist": {
      "Sec-Fetch-Site": "same-origin.evil.example",
      Origin: base,
    },
    "of an old browser without an origin": {},
    "of an old browser on another site": { Origin: "https://evil.example" },
    "from a sandboxed frame": { Origin: "null" },
    "with an empty origin": { Origin: "" },
    "from an origin that begins like ours": { Origin: `${base}.evil.example` },
    "from an origin that has ours as its user": { Origin: `${base}@evil.example` },
    "from an origin that ends like ours": { Origin: `https://evil.example/${base}` },
    "from our host by another scheme": { Origin: base.replace("http:", "https:") },
    "from another port of our host": { Origin: "http://127.0.0.1:3001" },
    "from two origins at once": { Origin: `${base}, https://evil.example` },
    "with a forged host": { Origin: "https://evil.example", Host: "evil.example" },
    "with a forged forwarded host": {
      Origin: "https://evil.example",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example;proto=https",
    },
    "with a referrer of ours only": { Referer: `${base}/dashboard` },
  };
}
