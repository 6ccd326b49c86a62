export const CALENDARS_PATH = "/dashboard/settings/calendars";

/** The page on which a person agrees, at a provider that has one; `connection_id` to connect an account again. */
export function connectPath(
  provider: string,
  given: { connection_id?: string; resource_id?: string; access?: "read" } = {},
): string {
  return `${CALENDARS_PATH}/connect?${new URLSearchParams({ provider, ...given })}`;
}
