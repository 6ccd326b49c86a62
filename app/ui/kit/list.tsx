import type { LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { RowLink } from "./row-link";

// A list of rows: a name with details below, and what belongs to it at the end of the line.
//
//   <List>
//     <Row>
//       <RowMain>
//         <RowName to="…">Name</RowName>
//         <RowText>Details</RowText>
//       </RowMain>
//       <RowSide>Status and buttons</RowSide>
//     </Row>
//   </List>

export function List(props: ComponentPropsWithoutRef<"ul">) {
  return <ul {...props} className="m-0 p-0 border-t border-line list-none" />;
}

/** Controls lie above the name's link, which covers the row. */
export function Row(props: ComponentPropsWithoutRef<"li">) {
  return (
    <li
      data-row
      {...props}
      className="relative flex flex-wrap gap-x-4 gap-y-0.5 items-center min-h-row py-1.5 px-2 border-b border-line hover:bg-hover [&_:is(button,details,form)]:relative [&_:is(button,details,form)]:z-1"
    />
  );
}

export function RowMain({ children }: { children: ReactNode }) {
  return <div className="flex-[1_1_18rem] min-w-0">{children}</div>;
}

/** With `to`, the whole row opens that page. */
export function RowName({ to, ...props }: { to?: LinkProps["to"] | null; children: ReactNode }) {
  if (to != null) return <RowLink to={to} {...props} className="wrap-anywhere" />;
  return <span {...props} className="text-text text-md font-medium wrap-anywhere" />;
}

export function RowText(props: ComponentPropsWithoutRef<"p">) {
  return <p {...props} className="m-0 text-muted text-sm wrap-anywhere" />;
}

export function RowSide({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 items-center text-muted text-sm [&_a]:relative [&_a]:z-1 [&_a:not([class])]:text-accent-text">
      {children}
    </div>
  );
}
