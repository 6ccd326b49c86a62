import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const accent: MantineColorsTuple = [
  "#eef2fd",
  "#dbe3fb",
  "#b9c8f5",
  "#93a9ee",
  "#7290e6",
  "#4f73db",
  "#3455c4",
  "#2b479f",
  "#26428f",
  "#1b2d63",
];
const gray: MantineColorsTuple = [
  "#f6f7f9",
  "#eef0f4",
  "#e2e6ec",
  "#cfd5de",
  "#aeb6c3",
  "#838d9d",
  "#5b6576",
  "#454f60",
  "#2d3645",
  "#1b2230",
];
const dark: MantineColorsTuple = [
  "#dfe3ea",
  "#c3c9d3",
  "#a0a8b6",
  "#7a8393",
  "#3d4450",
  "#2e343f",
  "#242932",
  "#1a1e25",
  "#13161b",
  "#0e1014",
];

/** The dashboard's one theme: neutral greys and one accent, a 4 px grid, the system's own typeface. */
export const theme = createTheme({
  fontFamily: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  colors: { accent, gray, dark },
  primaryColor: "accent",
  primaryShade: 6,
  black: "#1b2230",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  headings: {
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "2rem" },
      h2: { fontSize: "1.125rem", lineHeight: "1.5rem" },
      h3: { fontSize: "1rem", lineHeight: "1.5rem" },
    },
  },
});

/** What the page itself is painted with; the rest of the product's own colours are in theme.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { "--mantine-color-body": "#ffffff", "--mantine-color-dimmed": "#5b6576", "--mantine-color-error": "#b3261e" },
  dark: { "--mantine-color-body": "#1a1e25", "--mantine-color-dimmed": "#a0a8b6", "--mantine-color-error": "#ff9d94" },
});
