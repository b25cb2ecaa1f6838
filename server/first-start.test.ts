import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { freePort } from './config/free-port.ts'

/** Returns the lines that a first start prints until it is ready. */
async function firstStart(logFormat: 'json' | 'text', role: 'all' | 'worker'): Promise<string[]> {
  const database = await createTestDatabase({ migrated: false })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-first-start-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['server/main.ts', `--role=${role}`], {
    cwd: path.join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'demo',
      LOG_FORMAT: logFormat,
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      BASE_URL: `http://localhost:${port}`,
      PAGES: 'no',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    const closed = once(child, 'close')
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()).includes('is ready') && resolve())
    })
    await Promise.race([ready, closed])
    child.kill('SIGTERM')
    await closed
    return output.split('\n').filter((line) => line.trim() !== '')
  } finally {
    child.kill('SIGKILL')
    await database.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

test('on a terminal the first start prints progress, the demo’s logins and test cards, and no JSON', async () => {
  const lines = await firstStart('text', 'all')
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
  expect(lines.join('\n')).toMatch(
    /applied \d+ migrations[^]*created the demo[^]*is ready at[^]*amina@example\.org[^]*\/dev\/mail[^]*\/docs\/api[^]*4242 4242 4242 4242/,
  )
}, 180_000)

test('elsewhere the first start logs one JSON line for all migrations', async () => {
  const lines = await firstStart('json', 'worker')
  const messages = lines.filter((line) => line.startsWith('{')).map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages.filter((message) => message.includes('migration'))).toEqual(['migrations complete'])
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.stringContaining('worker is ready')])
}, 180_000)
