import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";

/**
 * Whether the cursor is invalid or belongs to another list. Any other cause of a refusal would
 * refuse the first page too.
 */
const isForeign = (error: unknown): boolean =>
  error instanceof AppError && error.code === "validation_failed";

/**
 * Loads a page of a list. A cursor that the list no longer accepts falls back to the first page,
 * with a notice.
 */
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
