import { Button } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { EmptyState } from "./empty-state";

interface Said {
  title: string;
  message: string;
}

/** What a person reads when a page cannot be shown: the loader's own message where there is one, never an error's. */
export function describeError(error: unknown): Said {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const own = isRouteErrorResponse(error) && typeof error.data === "string" && status !== 404 ? error.data : null;
  if (status === 404)
    return { title: "Page not found", message: "The address may be mistyped, or the page was removed." };
  if (status === 403) return { title: "That is not allowed", message: own ?? "Ask an admin of your company." };
  if (status < 500)
    return { title: "That did not work", message: own ?? "Go back, check what you entered, and try again." };
  return { title: "Something went wrong on our side", message: "We have been notified. Please try again in a moment." };
}

/** The error page inside the dashboard's frame: each dashboard page exports it as its ErrorBoundary. */
export function PageError() {
  const { title, message } = describeError(useRouteError());
  return (
    <EmptyState icon="warning" title={title} heading="h1">
      <p>{message}</p>
      <Button component={Link} to="/dashboard" variant="default">
        Go to the dashboard
      </Button>
    </EmptyState>
  );
}
