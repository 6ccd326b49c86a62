import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icon";
import { Card } from "~/ui/layout/card";
import rows from "~/ui/layout/rows.module.css";

export interface LookAt {
  text: string;
  /** Where it is looked at. */
  to: string;
}

/** What of the money a person has to look at, before everything else. */
export function ToLookAt({ items }: { items: LookAt[] }) {
  if (items.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className={rows.list}>
        {items.map(({ text, to }) => (
          <li key={text + to}>
            <Icon name="warning" />
            <div className={rows.main}>
              <p>{text}</p>
            </div>
            <Button component={Link} to={to} variant="default" aria-label={`Open: ${text}`}>
              Open
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
