import sql from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { pool } from "~/lib/db.server";
import { toStoredPeakPrices } from "../hours/stored-peak-prices";

/**
 * The price per seat at each of some starts (epoch ms), by the SQL function that booking uses; null
 * for no price.
 */
export async function pricesAt(
  rules: Schedule["peak_prices"],
  timeZone: string,
  starts: readonly { starts_at: number; price_amount: number | null }[],
): Promise<(number | null)[]> {
  const found = await pool.query<{ price: number | null }>(
    sql`select price_at(s.price, ${JSON.stringify(toStoredPeakPrices(rules))}::jsonb, ${timeZone}::text, s.start) as price
        from unnest(${starts.map(({ price_amount }) => price_amount)}::int[], ${starts.map(({ starts_at }) => new Date(starts_at))}::timestamptz[])
          with ordinality s(price, start, n) order by s.n`,
  );
  return found.rows.map(({ price }) => price);
}
