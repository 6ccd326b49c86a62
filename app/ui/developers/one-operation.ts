interface Described {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: Record<string, Record<string, unknown>>;
}

/**
 * An OpenAPI document with one of its operations, and of its components those alone that the operation refers to, however far: Swagger
 * UI works through everything that it is given.
 */
export function oneOperation<T extends Described>(all: T, id: string) {
  const paths: Described["paths"] = {};
  for (const [path, methods] of Object.entries(all.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) paths[path] = { [method]: operation };
  // Security schemes are referred to by their names alone.
  const { securitySchemes = {} } = all.components;
  const components: Described["components"] = { securitySchemes };
  const keep = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$ref" in value && typeof value.$ref === "string") keepNamed(value.$ref);
    Object.values(value).forEach(keep);
  };
  const keepNamed = (reference: string) => {
    const [, , kind = "", name = ""] = reference.split("/"); // #/components/<kind>/<name>
    if (components[kind]?.[name] !== undefined) return;
    (components[kind] ??= {})[name] = all.components[kind]?.[name];
    keep(components[kind][name]);
  };
  keep(paths);
  return { ...all, paths, components, tags: [], webhooks: {} };
}
