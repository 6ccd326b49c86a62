import tseslint from "typescript-eslint";

/** Rules that need types: too slow for an editor or a commit, so `npm run validate` runs them apart. */
export default tseslint.config({
  files: ["app/**/*.{ts,tsx}", "widget-element/**/*.ts"],
  ignores: [
    "app/docs/samples/",
    // In no tsconfig.json.
    "widget-element/**/*.{test,setup}.ts",
    "widget-element/{build,reference,vite.config}.ts",
  ],
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { project: ["tsconfig.json", "widget-element/tsconfig.json"] },
  },
  linterOptions: { reportUnusedDisableDirectives: "off" },
  plugins: { "@typescript-eslint": tseslint.plugin },
  rules: {
    "@typescript-eslint/no-floating-promises": "error",
    "@typescript-eslint/no-misused-promises": "error",
  },
});
