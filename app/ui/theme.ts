import { createTheme } from "@mantine/core";

/** The dashboard's one theme. */
export const theme = createTheme({
  fontFamily: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  primaryColor: "indigo",
  defaultRadius: "md",
});
