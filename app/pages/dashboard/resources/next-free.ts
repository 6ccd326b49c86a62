/** Number of days searched for a free time. */
export const FREE_DAYS = 30;

/** First time staff can book; null for none within FREE_DAYS. */
export type NextFree = { slot_id: string; label: string } | null;
