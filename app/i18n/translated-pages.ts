/**
 * Pages whose texts are in i18n/texts. The others that Remix draws are in English: the first page, the guides for developers. What guests
 * see (booking page, their booking, mails, the widget) has its texts beside it.
 */
export const isTranslated = (pathname: string): boolean =>
  /^\/(dashboard|onboarding|sign-in|sign-up|welcome|invitations)(\/|$)/.test(pathname);
