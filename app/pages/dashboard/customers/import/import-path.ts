export const IMPORT_PATH = "/dashboard/customers/import";

export const importPath = (id: string): string => `${IMPORT_PATH}/${id}`;
