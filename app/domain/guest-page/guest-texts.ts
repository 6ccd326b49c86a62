/** A guest's consent to reminders on their phone, as their page shows it. */
export interface GuestTexts {
  /** The number's last two digits. */
  number_end: string;
  /** When they agreed, in their language; null: they have not. */
  agreed_at: string | null;
  /** The sentence to agree to; null: the company sends no texts for this booking. */
  wording: string | null;
  /** They replied STOP. */
  is_stopped: boolean;
}
