/** A guest's payments and refunds for a booking, in their language, each with its date. */
export interface GuestMoney {
  payments: {
    amount: string;
    date: string;
    receipt_url: string | null;
    /** It differs from the booking's amount: the company checks it before anything else is paid. */
    is_checked: boolean;
  }[];
  refunds: { amount: string; date: string; state: "on_way" | "owed" | "done" | "failed" }[];
}
