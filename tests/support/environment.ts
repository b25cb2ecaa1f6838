/**
 * Imported first by whatever runs tests: their results must not depend on variables of the shell that started them
 * (TRUST_PROXY, PGHOST, TZ …), nor on the `.env` of the person who runs them. Child processes inherit the result.
 */

/** What programs need to run at all, and the switches of the tests themselves (CONTRIBUTING.md). */
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
/** No file of variables is read. */
process.env.ENV_FILE = ''
