import './tests/support/environment.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser, launchOptions, type Browser } from './scripts/browser.ts'

// The first process chooses the port; Playwright's workers inherit it.
const port = Number((process.env.E2E_PORT ??= String(4300 + (process.pid % 500) * 2)))
// A temporary folder is deleted when the process exits, also after Ctrl-C. A folder from the environment (`npm test`) is
// kept for its owner to delete.
if (!process.env.E2E_DATA_DIR) {
  const temporary = (process.env.E2E_DATA_DIR = path.join(os.tmpdir(), `sunbul-e2e-${port}-${Date.now()}`))
  process.on('exit', () => fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))
}
const dataDir = process.env.E2E_DATA_DIR
const baseURL = `http://localhost:${port}`
/** Local fakes of the login providers (tests/e2e/providers.ts). */
const google = `http://127.0.0.1:${port + 1000}`
const facebook = `http://127.0.0.1:${port + 1001}`
const browser = JSON.parse((process.env.SUNBUL_BROWSER ??= JSON.stringify(await findBrowser()))) as Browser

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests spend much of their time waiting, so three workers keep two processors busy.
  workers: 3,
  // The longest journeys take 25 s on a quiet machine, and three times as long on a busy one.
  timeout: 90_000,
  // A test that passes on its second run is listed as flaky at the end and doesn't fail the run.
  retries: 1,
  expect: { timeout: 8000 },
  reporter: 'line',
  use: {
    baseURL,
    launchOptions: launchOptions(browser),
    // Tracing every test would make the run a fifth longer, so only the second run of a test is traced.
    trace: 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without animations, so that elements don't move between finding and clicking them.
    contextOptions: { reducedMotion: 'reduce' },
  },
  webServer: [
    {
      command: `"${process.execPath}" tests/e2e/providers.ts`,
      url: `${google}/.well-known/openid-configuration`,
      timeout: 30_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      stderr: 'pipe',
      env: { GOOGLE_PORT: String(port + 1000), FACEBOOK_PORT: String(port + 1001) },
    },
    {
      command: `"${process.execPath}" server/main.ts`,
      url: `${baseURL}/readyz`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      stderr: 'pipe',
      env: {
        MODE: 'demo',
        PORT: String(port),
        SANDBOX_PORT: String(port + 1),
        BASE_URL: baseURL,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '100000',
        DEFAULT_COUNTRY: 'US',
        FLAG_SHARE_COULD_RAISE: '77 USD | Average of our shares',
        TRUST_PROXY: 'loopback',
        GOOGLE_CLIENT_ID: 'sunbul',
        GOOGLE_CLIENT_SECRET: 'a secret',
        GOOGLE_ISSUER: google,
        FACEBOOK_APP_ID: '4242',
        FACEBOOK_APP_SECRET: 'a secret',
        FACEBOOK_DIALOG_URL: facebook,
        FACEBOOK_GRAPH_URL: facebook,
      },
    },
  ],
})
