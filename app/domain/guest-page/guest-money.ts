/** What a guest paid for a booking and what of it went back, in their language, each with its day. */
export interface GuestMoney {
  payments: {
    amount: string;
    date: string;
    receipt_url: string | null;
    /** It is not the amount of the booking: the company looks at it before anything else is paid. */
    is_checked: boolean;
  }[];
  refunds: { amount: string; date: string; state: "on_way" | "owed" | "done" | "failed" }[];
}
