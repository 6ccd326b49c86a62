const ALLOWED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TMPDIR|TEMP|TMP|CI|DEBUG|NO_COLOR|FORCE_COLOR|COLUMNS|NODE_OPTIONS|npm_execpath|CHROMIUM_PATH|PLAYWRIGHT_\w+|PW\w+|TEST_\w+|ENV_FILE|TZ|LD_PRELOAD|FAKETIME\w*|NO_FAKE_STAT|SystemRoot|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/;

/**
 * The environment variables visible to tests: never a database or credential of the developer's
 * shell.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ENV_FILE: "", TZ: "UTC" };
  for (const name of Object.keys(env)) if (!ALLOWED.test(name)) delete env[name];
  return env;
}
