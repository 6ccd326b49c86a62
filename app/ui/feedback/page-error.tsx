import { isRouteErrorResponse, useRevalidator, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { isUnreached } from "../connection/cut-off";
import { Button, LinkButton } from "../kit/button";
import { EmptyState } from "./empty-state";

interface Described {
  title: string;
  message: string;
}

/** Message for a failed page: the loader's own message if it has one, never an internal error's. */
export function describeError(error: unknown): Described {
  if (isUnreached(error))
    return {
      title: t("You’re offline"),
      message: t("This page couldn’t be loaded. Try again when you’re back online."),
    };
  const isOwn = isRouteErrorResponse(error) && typeof error.data === "string";
  return describeStatus(statusOf(error), isOwn ? String(error.data) : null);
}

export const statusOf = (error: unknown): number =>
  isRouteErrorResponse(error) ? error.status : 500;

/** `own`: the loader's own message; null for a general one in the page's language. */
export function describeStatus(status: number, own: string | null): Described {
  if (status === 404)
    return {
      title: t("Page not found"),
      message: t("The address may be mistyped, or the page was removed."),
    };
  if (status === 403)
    return { title: t("Not allowed"), message: own ?? t("Ask an admin of your company.") };
  if (status === 429 || (status === 503 && own !== null))
    return {
      title: t("Please wait a moment"),
      message: own ?? t("Too many requests. Try again in a minute."),
    };
  if (status < 500)
    return {
      title: t("That didn’t work"),
      message: own ?? t("Go back, check what you entered, and try again."),
    };
  return {
    title: t("Something went wrong on our side"),
    message: t("We’ve been notified. Try again in a moment."),
  };
}

/** Actions for an error: retry if the connection failed, otherwise `children`. */
export function ErrorActions({ error, children }: { error: unknown; children: ReactNode }) {
  if (isUnreached(error)) return <TryAgain />;
  // A link, because the page may not have scripts yet.
  if (isRouteErrorResponse(error) && (error.status === 429 || error.status === 503))
    return (
      <LinkButton variant="primary" href="">
        {t("Try again")}
      </LinkButton>
    );
  return children;
}

function TryAgain() {
  const { state, revalidate } = useRevalidator();
  return (
    <Button variant="primary" onClick={revalidate} loading={state !== "idle"}>
      {t("Try again")}
    </Button>
  );
}

/** Error page inside the dashboard layout; every dashboard page exports it as its ErrorBoundary. */
export function PageError() {
  const error = useRouteError();
  const { title, message } = describeError(error);
  return (
    <EmptyState icon="warning" title={title} heading="h1">
      <p>{message}</p>
      <ErrorActions error={error}>
        <LinkButton to="/dashboard">{t("Go to the dashboard")}</LinkButton>
      </ErrorActions>
    </EmptyState>
  );
}
