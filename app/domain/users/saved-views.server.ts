import type { Preferences } from "~/contract/users";
import { invalidField, notFound } from "~/lib/app-error";
import type { StaffActor } from "../identity/actor";
import { rearrange } from "./preferences.server";

/** A list filter that a person has saved under a name, shown as a tab of its page. */
export type SavedView = Preferences["views"][number];

const MAX_VIEWS = 50;

/**
 * Saves a view as the last tab of its page. Throws validation_failed: the name is taken, or there
 * are too many.
 */
export async function saveView(actor: StaffActor, view: SavedView): Promise<void> {
  await rearrange(actor, ({ views }) => {
    refuseTaken(views, view.page, view.name);
    if (views.length >= MAX_VIEWS)
      throw invalidField("name", "There is no room for more views. Delete one first.");
    return { views: [...views, view] };
  });
}

/** Throws not_found, validation_failed (the name is another view's). */
export async function renameView(
  actor: StaffActor,
  page: string,
  was: string,
  name: string,
): Promise<void> {
  await rearrange(actor, ({ views }) => {
    const renamed = viewOf(views, page, was);
    refuseTaken(
      views.filter((view) => view !== renamed),
      page,
      name,
    );
    return { views: views.map((view) => (view === renamed ? { ...view, name } : view)) };
  });
}

/** Returns what was deleted. Throws not_found. */
export async function deleteView(
  actor: StaffActor,
  page: string,
  name: string,
): Promise<SavedView> {
  let deleted: SavedView | undefined;
  await rearrange(actor, ({ views }) => {
    const view = viewOf(views, page, name);
    deleted = view;
    return { views: views.filter((each) => each !== view) };
  });
  return deleted!; // found above, or thrown
}

function viewOf(views: readonly SavedView[], page: string, name: string): SavedView {
  const found = views.find((view) => view.page === page && view.name === name);
  if (found === undefined) throw notFound("Saved view", name);
  return found;
}

function refuseTaken(views: readonly SavedView[], page: string, name: string): void {
  const isTaken = views.some(
    (view) => view.page === page && view.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken)
    throw invalidField("name", "You have a view of that name. Choose another name.", "taken");
}
