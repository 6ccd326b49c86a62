/** What a guest paid for a booking and what of it went back, in their language, each with its day. */
export interface GuestMoney {
  payments: { amount: string; date: string; receipt_url: string | null }[];
  refunds: { amount: string; date: string; state: "on_way" | "done" | "failed" }[];
}
