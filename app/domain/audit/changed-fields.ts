/** The fields of `patch` that differ from `before`, as [before, after]. */
export function changedFields(
  before: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const changed = Object.entries(patch).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, [before[name], value]]));
}
