/**
 * Removes environment variables before tests, so that their results don't depend on the shell (TRUST_PROXY, PGHOST, TZ
 * …) or the developer's `.env`. Test runners import it first; child processes inherit the result.
 */

/** Variables that programs need to run, and options of the tests (CONTRIBUTING.md). */
const allowed = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|CI|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH)$/,
  /^(SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES(\(X86\))?)$/,
  /^(COLORTERM|FORCE_COLOR|NO_COLOR)$/,
  /^NODE_(OPTIONS|COMPILE_CACHE|EXTRA_CA_CERTS|V8_COVERAGE)$/,
  /^(NPM_|VITEST|PLAYWRIGHT_|PW_|TEST_WORKER_INDEX$|TEST_PARALLEL_INDEX$|TEST$|PWDEBUG$|DEBUG$)/,
  /^(SUNBUL_BROWSER|CHROME_PATH|E2E_PORT|E2E_DATA_DIR|FAULTS_LOUD)$/,
]

export const isAllowed = (name: string): boolean => allowed.some((pattern) => pattern.test(name.toUpperCase()))

for (const name of Object.keys(process.env)) if (!isAllowed(name)) delete process.env[name]
/** Prevents reading an `.env` file. */
process.env.ENV_FILE = ''
