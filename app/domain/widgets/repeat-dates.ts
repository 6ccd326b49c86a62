/**
 * The most dates of a schedule that a guest may book together; null: one at a time. A payment is
 * made for one booking, so dates that are paid online before they are confirmed aren't repeated;
 * approved ones are paid one by one, by the links that their approvals send. A card is agreed to for
 * one booking, too.
 */
export function repeatDates({
  max_repeat_dates,
  requires_payment,
  requires_approval,
  card_on_file,
}: {
  max_repeat_dates: number | null;
  requires_payment: boolean;
  requires_approval: boolean;
  card_on_file: unknown;
}): number | null {
  const isOne = (requires_payment && !requires_approval) || card_on_file !== null;
  return isOne ? null : max_repeat_dates;
}
