/**
 * Pages translated through t(). The home page and developer guides are English only. Texts
 * for guests (booking page, manage page, emails, widget) live next to those features.
 */
export const isTranslated = (pathname: string): boolean =>
  /^\/(dashboard|onboarding|sign-in|sign-up|welcome|invitations)(\/|$)/.test(pathname);
