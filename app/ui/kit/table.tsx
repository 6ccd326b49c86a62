import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";

// A table for long lists; each row opens its name's link (RowLink). On phones a row is a grid whose
// areas the page defines. Roles are explicit because block layout removes table semantics.

const ALIGN = { start: "text-start", end: "text-end" };

interface Column {
  label: ReactNode;
  /** Of its header cell: width, and the screens that show it. */
  className?: string;
  align?: keyof typeof ALIGN;
}

interface TableProps extends ComponentPropsWithoutRef<"table"> {
  label: string;
  columns: readonly Column[];
  /** Rows in one or several <TableBody>. */
  children: ReactNode;
}

export const Table = forwardRef<HTMLTableElement, TableProps>(function Table(
  { label, columns, className = "", children, ...table },
  ref,
) {
  return (
    <table
      {...table}
      ref={ref}
      role="table"
      aria-label={label}
      className={`w-full border-separate border-spacing-0 table-fixed text-md max-md:block ${className}`}
    >
      <thead
        role="rowgroup"
        className="max-md:absolute max-md:size-px max-md:overflow-hidden max-md:[clip-path:inset(50%)]"
      >
        <tr role="row">
          {columns.map(({ label: name, className = "", align = "start" }, index) => (
            <th
              key={index}
              role="columnheader"
              scope="col"
              className={`sticky top-0 z-2 h-8 py-0 px-2 border-b border-line bg-bg text-muted text-xs font-medium whitespace-nowrap ${ALIGN[align]} ${className}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
});

export function TableBody(props: ComponentPropsWithoutRef<"tbody">) {
  return <tbody role="rowgroup" {...props} className="max-md:block" />;
}

/** `className`: the grid of its cells on phones, such as `max-md:grid-cols-[1fr_auto]`. */
export function TableRow({ className = "", ...row }: ComponentPropsWithoutRef<"tr">) {
  return <tr role="row" {...row} className={`row ${className}`} />;
}

/** A heading above the rows of a group. */
export function TableHeadRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr role="row" className="max-md:block">
      <th
        role="rowheader"
        scope="rowgroup"
        colSpan={span}
        className="h-8 py-0 px-2 border-b border-line bg-quiet-soft text-[0.8125rem] font-semibold text-start max-md:block max-md:leading-8"
      >
        {children}
      </th>
    </tr>
  );
}

type CellProps = Omit<ComponentPropsWithoutRef<"td">, "align"> & {
  align?: keyof typeof ALIGN;
  /** Also on phones: the cell's place in the row's grid, such as `max-md:col-2`. */
  phone?: string;
};

export function Cell({ align, phone, className = "", ...cell }: CellProps) {
  const shown = phone === undefined ? "" : `max-md:block ${phone}`;
  return (
    <td
      role="cell"
      {...cell}
      className={`cell ${shown} ${align ? ALIGN[align] : ""} ${className}`}
    />
  );
}

/** Content of a cell side by side, on one line. */
export function CellLine(props: ComponentPropsWithoutRef<"span">) {
  return <span {...props} className="flex gap-1.5 items-center min-w-0" />;
}
