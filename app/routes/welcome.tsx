import { Button } from "@mantine/core";
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { findVisitor } from "~/http/page.server";
import { Door } from "~/ui/layout/door";
import styles from "~/ui/layout/door-text.module.css";

export const meta: MetaFunction = () => [{ title: "Welcome · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await findVisitor(request);
  if (visitor === null) throw redirect("/sign-in");
  if (visitor.actor !== null) throw redirect("/dashboard");
  return { email: visitor.account.email };
}

export default function Welcome() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <Door title="You are signed in">
      <p className={styles.lead}>
        The account <strong>{email}</strong> belongs to no company yet. Ask an owner or admin of your company to add
        this address, then sign in again.
      </p>
      <Form method="post" action="/sign-out" reloadDocument>
        <Button type="submit" variant="default" fullWidth>
          Sign out
        </Button>
      </Form>
    </Door>
  );
}
