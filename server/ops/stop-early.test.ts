import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../config/free-port.ts'
import { runningPostgresPid } from '../database/cluster.ts'
import { startEmbedded } from '../database/pg.ts'

const dataDir = path.join(os.tmpdir(), `sunbul-stop-${process.pid}`)
const cluster = path.join(dataDir, 'pgdata')
afterAll(async () => {
  const { stop } = await startEmbedded({ dataDir })
  await stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test('a process interrupted during its start stops the database that it started', async () => {
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    PAGES: 'no',
    LOG_LEVEL: 'silent',
  }
  const started = spawn(process.execPath, ['server/main.ts'], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: 'ignore',
  })
  await expect.poll(() => runningPostgresPid(cluster), { timeout: 60_000, interval: 20 }).toBeDefined()
  started.kill('SIGINT')
  expect(await once(started, 'exit')).toEqual([0, null])
  expect(runningPostgresPid(cluster)).toBeUndefined()
}, 90_000)
