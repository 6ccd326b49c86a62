/** Free times around a day, formatted in one language. */
export interface FreeTimes {
  from: string;
  days: { date: string; title: string; slots: { id: string; title: string }[] }[];
  earlier: string | null;
  later: string | null;
  next: { date: string; title: string } | null;
}
