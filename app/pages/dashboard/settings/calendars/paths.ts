export const CALENDARS_PATH = "/dashboard/settings/calendars";

/** The consent page of a provider; `connection_id` reconnects an account. */
export function connectPath(
  provider: string,
  given: { connection_id?: string; resource_id?: string; access?: "read" } = {},
): string {
  return `${CALENDARS_PATH}/connect?${new URLSearchParams({ provider, ...given })}`;
}
