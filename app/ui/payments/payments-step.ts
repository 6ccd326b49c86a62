/** State of the online payments step in set-up. */
export type PaymentsStep =
  /** No payment provider is configured, so there is nothing to connect. */
  | { state: "off" }
  | { state: "unconnected"; problems: string[]; is_owner: boolean }
  | { state: "connected"; problems: string[]; is_owner: boolean; account: string };
