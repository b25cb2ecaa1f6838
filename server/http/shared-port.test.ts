import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort } from '../config/free-port.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-port-'))
const running: ChildProcess[] = []
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(async () => {
  for (const childProcess of running) childProcess.kill('SIGKILL')
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts a process and returns its output until it is ready or ends. */
async function start(port: number, role: string): Promise<{ process: ChildProcess; said: string }> {
  const started = spawn(process.execPath, ['server/main.ts', `--role=${role}`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      MODE: 'production',
      NODE_ENV: 'production',
      ALLOW_SANDBOX_PAYMENTS: 'yes',
      SANDBOX_URL: 'http://127.0.0.1:1',
      SANDBOX_SECRET_KEY: 'sk_sandbox_port',
      SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_port',
      SANDBOX_WEBHOOK_SECRET: 'whsec_port',
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: 'https://give.example.org',
      SMTP_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'Sunbul <give@example.org>',
      OPERATOR_NAME: 'Sunbul Foundation',
      CONTACT_EMAIL: 'help@example.org',
      SESSION_SECRET: 's'.repeat(40),
      FIELD_KEY: Buffer.alloc(32, 1).toString('base64'),
      PAGES: 'no',
    },
  })
  running.push(started)
  let text = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (words: Buffer) => (text += words).includes('is ready') && resolve())
  })
  await Promise.race([ready, once(started, 'close')])
  return { process: started, said: text }
}

// As docs/operations.md describes. Other systems don't distribute the connections of one port.
test.runIf(process.platform === 'linux')(
  'two web processes share a port and one continues when the other stops; the same options twice are refused',
  async () => {
    const port = await freePort()
    const lives = async () =>
      (await fetch(`http://127.0.0.1:${port}/livez`, { headers: { connection: 'close' } })).status
    const first = await start(port, 'web')
    const second = await start(port, 'web')
    expect([first.said, second.said]).toEqual([
      expect.stringContaining('is ready'),
      expect.stringContaining('is ready'),
    ])
    expect(await lives()).toBe(200)
    first.process.kill('SIGTERM')
    await once(first.process, 'close')
    for (let time = 0; time < 10; time++) expect(await lives()).toBe(200)
    const everything = await start(port, 'all')
    expect(everything.said).toContain('another program uses this port')
    expect(everything.said).not.toContain('is ready')
  },
  60_000,
)
