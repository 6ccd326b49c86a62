import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";

/** Of another list, or of none; anything else that refuses a page refuses the first one too. */
const isForeign = (error: unknown): boolean =>
  error instanceof AppError && error.code === "validation_failed";

/** A page of a list; a place that an old address holds and the list does not know is the list from its start, and said. */
export async function orFirstPage<Filter extends { cursor?: string | undefined }, Found>(
  filter: Filter,
  list: (filter: Filter) => Promise<Found>,
): Promise<{ page: Found; moved: string | null }> {
  try {
    return { page: await list(filter), moved: null };
  } catch (error) {
    if (!isForeign(error) || filter.cursor === undefined) throw error;
    const moved = t("That page of the list no longer exists, so you see the first page.");
    return { page: await list({ ...filter, cursor: undefined }), moved };
  }
}
