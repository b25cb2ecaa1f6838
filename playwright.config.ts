import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser, launchOptions, type Browser } from './scripts/browser.ts'

// Chosen once, by the first process; Playwright's workers inherit it.
const port = Number((process.env.E2E_PORT ??= String(4300 + (process.pid % 500) * 2)))
const dataDir = (process.env.E2E_DATA_DIR ??= path.join(os.tmpdir(), `sunbul-e2e-${port}`))
const baseURL = `http://localhost:${port}`
const browser = JSON.parse((process.env.SUNBUL_BROWSER ??= JSON.stringify(await findBrowser()))) as Browser

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 8000 },
  reporter: 'line',
  use: { baseURL, launchOptions: launchOptions(browser), trace: 'retain-on-failure', locale: 'en-US', timezoneId: 'UTC' },
  webServer: {
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
    },
  },
})
