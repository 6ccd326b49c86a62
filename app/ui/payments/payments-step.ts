/** What the set-up's last step has to say about being paid online. */
export type PaymentsStep =
  /** The service runs without a payment provider: there is nothing to connect. */
  | { state: "off" }
  | { state: "unconnected"; problems: string[]; is_owner: boolean }
  | { state: "connected"; problems: string[]; is_owner: boolean; account: string };
