export const HOURS_PATH = "/dashboard/hours";

export const hoursPath = (id: string) => `${HOURS_PATH}/${id}`;
