import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";

export type AnyLinkProps = LinkProps | (ComponentPropsWithoutRef<"a"> & { href: string });

/** `to`: an internal page, without a reload. `href`: a file, another website, or an anchor. */
export function AnyLink(props: AnyLinkProps) {
  return "to" in props ? <Link {...props} /> : <a {...props} />;
}

/** A link in body text. */
export function TextLink({ className = "", ...props }: AnyLinkProps) {
  return (
    <AnyLink
      {...props}
      className={`text-accent-text [text-decoration:underline_1px] underline-offset-[0.1875em] hover:[text-decoration-thickness:2px] ${className}`}
    />
  );
}
