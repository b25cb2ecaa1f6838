import './tests/support/environment.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser, launchOptions, type Browser } from './scripts/browser.ts'

// Chosen once, by the first process; Playwright's workers inherit it.
const port = Number((process.env.E2E_PORT ??= String(4300 + (process.pid % 500) * 2)))
// A folder that was chosen here goes when the run does, after its servers and also after Ctrl-C; one that was asked for
// is its owner's (`npm test`).
if (!process.env.E2E_DATA_DIR) {
  const ours = (process.env.E2E_DATA_DIR = path.join(os.tmpdir(), `sunbul-e2e-${port}-${Date.now()}`))
  process.on('exit', () => fs.rmSync(ours, { recursive: true, force: true, maxRetries: 5 }))
}
const dataDir = process.env.E2E_DATA_DIR
const baseURL = `http://localhost:${port}`
/** Providers to log in with, on this machine (tests/e2e/providers.ts). */
const google = `http://127.0.0.1:${port + 1000}`
const facebook = `http://127.0.0.1:${port + 1001}`
const browser = JSON.parse((process.env.SUNBUL_BROWSER ??= JSON.stringify(await findBrowser()))) as Browser

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Journeys wait a good part of their time, so three keep two processors busy.
  workers: 3,
  timeout: 45_000,
  // A journey that needs a second try is named as flaky at the end of the run, and is looked into; it does not hold up
  // what everyone else did.
  retries: 1,
  expect: { timeout: 8000 },
  reporter: 'line',
  // Pages that stand still: a click reaches what was looked for, not what has just moved.
  use: {
    baseURL,
    launchOptions: launchOptions(browser),
    // A trace of everything would cost a fifth of the run; the second try has one.
    trace: 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'UTC',
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
