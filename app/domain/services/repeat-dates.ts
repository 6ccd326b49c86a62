interface Terms {
  requires_payment: boolean;
  requires_approval: boolean;
  card_on_file: unknown;
}

/**
 * Whether guests book the service one booking at a time. A payment is made for one booking, so
 * those that are paid online before they are confirmed aren't booked together; approved ones are
 * paid one by one, by the links that their approvals send. A card is agreed to for one booking, too.
 */
export const isBookedAlone = ({
  requires_payment,
  requires_approval,
  card_on_file,
}: Terms): boolean => (requires_payment && !requires_approval) || card_on_file !== null;

/** The most dates of a schedule that a guest may book together; null: one at a time. */
export const repeatDates = (
  schedule: Terms & { max_repeat_dates: number | null },
): number | null => (isBookedAlone(schedule) ? null : schedule.max_repeat_dates);
