import { createElement } from "react";
import { LinkButton } from "~/ui/kit/button";
import { Picture } from "./picture";

/** Parameter of the address that shows the widget, so that it loads only when asked for. */
export const TRY = "try";

interface TryWidgetProps {
  /** The demo company; null on an installation without one. */
  demo: { slug: string; key: string | null } | null;
}

/** The demo company's widget once asked for, otherwise a picture of it. */
export function TryWidget({ demo }: TryWidgetProps) {
  if (demo !== null && demo.key !== null)
    return (
      <>
        <script src="/widget/booking-widget.js" defer />
        {createElement(
          "booking-widget",
          { "publishable-key": demo.key, locale: "en" },
          <LinkButton href={`/book/${demo.slug}`}>Open the booking page</LinkButton>,
        )}
      </>
    );
  return (
    <>
      <Picture
        name="widget"
        alt="The widget on a website: a service, days and free times."
        isLight
        onPhones="middle"
      />
      <p className="flex flex-wrap gap-3 m-0 mt-4">
        {demo === null ? (
          <LinkButton to="/docs/embed">Put it on your website</LinkButton>
        ) : (
          <>
            <LinkButton href={`/?${TRY}#${TRY}`}>Try it here</LinkButton>
            <LinkButton variant="quiet" href={`/book/${demo.slug}`}>
              Open the booking page
            </LinkButton>
          </>
        )}
      </p>
    </>
  );
}
