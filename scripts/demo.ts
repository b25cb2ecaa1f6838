/** Starts a separate demo for a command: an empty database, the seed, and free ports. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/config/free-port.ts'
import { startEmbedded } from '#server/database/pg.ts'

export type RunningDemo = {
  /** Origin of the demo. */
  readonly origin: string
  readonly databaseUrl: string
}

const startTimeoutMs = 180_000

/** Starts a demo with these settings, calls `run` with it, and stops it, even after an error. */
export async function withDemo<T>(
  name: string,
  run: (demo: RunningDemo) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `sunbul-${name}-`))
  // If the command runs as root, PostgreSQL runs as another user.
  fs.chmodSync(dataDir, 0o755)
  const postgres = await startEmbedded({ dataDir })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const server = spawn(process.execPath, [...process.execArgv, 'server/main.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MODE: 'demo',
      NODE_ENV: 'production',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      BASE_URL: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...settings,
    },
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  try {
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    for (const end = Date.now() + startTimeoutMs; !(await isReady()); await sleep(100))
      if (Date.now() > end) throw new Error('the demo did not start')
    return await run({ origin, databaseUrl: postgres.url })
  } finally {
    server.kill('SIGTERM')
    await exited
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
