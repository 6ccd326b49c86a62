import { env } from "~/lib/env.server";

/** The company's public booking page. */
export const bookUrl = (slug: string): string => `${env.BASE_URL}/book/${slug}`;
