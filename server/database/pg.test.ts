import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { canEnter } from '#server/database/pg-binaries.ts'
import { runningPostgresPid } from '#server/database/cluster.ts'
import { startEmbedded } from '#server/database/pg.ts'

const dataDir = path.join(os.tmpdir(), `sunbul-pg-${process.pid}`)
const cluster = path.join(dataDir, 'pgdata')
afterAll(async () => {
  const { stop } = await startEmbedded({ dataDir })
  await stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts PostgreSQL for the first time, in its own process. */
function startElsewhere(): Promise<string> {
  const script = `import { startEmbedded } from '#server/database/pg.ts'; const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} }); console.log(url)`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: path.join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (out += String(chunk)))
    child.on('exit', (code) => (code === 0 ? resolve(out.trim()) : reject(new Error(out))))
  })
}

test('two first starts at once end with one server and one cluster', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()])
  expect(one).toBe(two)
  expect((await query(one, 'show fsync'))[0]).toEqual({ fsync: 'on' })
  expect((await query(one, 'show synchronous_commit'))[0]).toEqual({ synchronous_commit: 'on' })
})

test('a running server is reused after the process that started it died', async () => {
  expect((await startEmbedded({ dataDir })).adopted).toBe(true)
})

test('its log mentions a rejected row without its values', async () => {
  const { url } = await startEmbedded({ dataDir })
  const refused =
    "create temp table person (email text primary key); insert into person values ('amina@example.org'), ('amina@example.org')"
  await expect(query(url, refused)).rejects.toThrow('duplicate key')
  await expect.poll(() => fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('duplicate key')
  expect(fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('amina@')
})

test('acknowledged writes survive a killed server', async () => {
  const { url } = await startEmbedded({ dataDir })
  await query(url, 'create table gift (id int); insert into gift values (1)')
  process.kill(runningPostgresPid(cluster)!, 'SIGKILL')
  const again = await startEmbedded({ dataDir })
  expect(await query(again.url, 'select id from gift')).toEqual([{ id: 1 }])
})

test('a server too busy to list its connections is left running', async () => {
  const first = await startEmbedded({ dataDir })
  await first.stop()
  const { url, stop } = await startEmbedded({
    dataDir,
    settings: { max_connections: 5, superuser_reserved_connections: 0 },
  })
  const others = Array.from(
    { length: 5 },
    () => new pg.Client({ connectionString: url, application_name: 'sunbul-web' }),
  )
  for (const client of others) client.on('error', () => undefined)
  await Promise.all(others.map((client) => client.connect()))
  await stop()
  expect(runningPostgresPid(cluster)).toBeDefined()
  expect((await others[0]!.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all(others.map((client) => client.end()))
  await expect.poll(() => stop().then(() => runningPostgresPid(cluster))).toBeUndefined()
})

test('the server starts despite a stale pid file, even if another process has the pid', async () => {
  const { stop } = await startEmbedded({ dataDir })
  await stop()
  expect(runningPostgresPid(cluster)).toBeUndefined()
  fs.writeFileSync(path.join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n\n`)
  const again = await startEmbedded({ dataDir })
  expect(again.adopted).toBe(false)
  expect(await query(again.url, 'select id from gift')).toEqual([{ id: 1 }])
})

test('the server keeps running while another process is connected', async () => {
  const { url, stop } = await startEmbedded({ dataDir })
  const sibling = new pg.Client({ connectionString: url, application_name: 'sunbul-worker' })
  await sibling.connect()
  await stop()
  expect((await sibling.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
  await sibling.end()
  await stop()
  expect(runningPostgresPid(cluster)).toBeUndefined()
})

test('a cluster of another PostgreSQL version is refused with instructions', async () => {
  const version = path.join(cluster, 'PG_VERSION')
  fs.writeFileSync(version, '17\n')
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/written by PostgreSQL 17.*restore/)
  fs.writeFileSync(version, '18\n')
})

test.runIf(process.getuid?.() === 0)('as root, an inaccessible folder is named as the reason', async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-closed-'))
  expect(canEnter(closed, { uid: 65_534, gid: 65_534 })).toBe(false)
  await expect(startEmbedded({ dataDir: path.join(closed, 'data') })).rejects.toThrow(/can’t enter .*DATA_DIR/)
  fs.rmSync(closed, { recursive: true })
})

test('a process that uses a killed database restarts it once, on the same port with its rows', async () => {
  const { url, port, revive } = await startEmbedded({ dataDir })
  const looking = await startEmbedded({ dataDir })
  expect(await revive()).toBe(false)
  await query(url, 'insert into gift values (7)')
  process.kill(runningPostgresPid(cluster)!, 'SIGKILL')
  await expect.poll(() => runningPostgresPid(cluster)).toBe(undefined)
  const started = await Promise.all([revive(), looking.revive()])
  expect(started.toSorted()).toEqual([false, true])
  expect(await query(url, 'select id from gift')).toEqual([{ id: 1 }, { id: 7 }])
  expect((await startEmbedded({ dataDir })).port).toBe(port)
})

test('a restart after a kill uses the address that running processes connect to', async () => {
  const { port, revive } = await startEmbedded({ dataDir })
  for (let time = 0; time < 2; time++) {
    process.kill(runningPostgresPid(cluster)!, 'SIGKILL')
    await expect.poll(() => runningPostgresPid(cluster)).toBe(undefined)
    expect((await startEmbedded({ dataDir })).port).toBe(port)
    expect(await revive()).toBe(false)
  }
})

test('if another program took its port, it starts on a different one', async () => {
  const { port } = await startEmbedded({ dataDir })
  process.kill(runningPostgresPid(cluster)!, 'SIGKILL')
  await expect.poll(() => runningPostgresPid(cluster)).toBe(undefined)
  const other = net.createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const moved = await startEmbedded({ dataDir })
  expect(moved.port).not.toBe(port)
  expect(await query(moved.url, 'select 1 as one')).toEqual([{ one: 1 }])
  other.close()
})
