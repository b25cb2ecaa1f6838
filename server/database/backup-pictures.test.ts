import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDraft } from '#modules/organizers/fundraising/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { savePicture, pictureKey } from '#modules/platform/media/save-picture.ts'
import { markUsed } from '#modules/platform/media/index.ts'
import { removePictureFiles } from '#modules/platform/media/purge-pictures.ts'
import { anOrganizedCampaign } from '#modules/trust/moderation/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, silentLog } from '#tests/support/database.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import { folderFiles } from '../adapters/files.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

// Each test fills a database, which takes ten times as long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-backup-pictures-'))
const file = path.join(work, 'sunbul.backup')
const installations: TestApp[] = []
const folderOf = (installation: TestApp) => path.join(installation.app.config.DATA_DIR, 'media')
async function createInstallation(): Promise<TestApp> {
  const installation = await createTestApp({
    environment: { DATA_DIR: path.join(work, `installation-${installations.length}`) },
  })
  installations.push(installation)
  return installation
}
/** Another, empty installation. */
async function createEmptyInstallation() {
  const installation = await createInstallation()
  return {
    installation,
    into: {
      ownerUrl: installation.database.ownerUrl,
      file,
      folder: folderOf(installation),
      log: silentLog,
      force: false,
    },
  }
}

let home: TestApp
let cover: string
let inStory: string
let unseen: string
beforeAll(async () => {
  home = await createInstallation()
  const { viewer } = await aSession(home.app)
  const campaign = await aDraft(home.app, viewer, { status: 1 })
  ;[cover, inStory, unseen] = [await upload(home), await upload(home), await upload(home)]
  await home.app.write(async (tx) => {
    await markUsed(tx, [cover, inStory], home.app.clock())
    await tx.updateTable('campaigns.campaign').set({ cover_id: cover }).where('id', '=', campaign.id).execute()
  })
})
afterAll(async () => {
  for (const installation of installations) await installation.close()
  fs.rmSync(work, { recursive: true, force: true })
})

async function upload(installation: TestApp, size = 300): Promise<string> {
  const { viewer } = await aSession(installation.app)
  const bytes = await sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#388953',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  return (await savePicture(installation.app, viewer, { bytes })).id
}
const back = (input: { file?: string; folder?: string | undefined } = {}, installation = home) =>
  backUp({ ownerUrl: installation.database.ownerUrl, file, folder: folderOf(installation), ...input })
const shown = async (installation: TestApp, id: string) =>
  (await installation.fastify.inject({ method: 'GET', url: `/media/${id}.webp` })).statusCode
const rowsOf = async (installation: TestApp) =>
  (await installation.app.db.selectFrom('media.picture').select('id').orderBy('id').execute()).map(({ id }) => id)
const filesOf = (installation: TestApp): string[] => {
  const found = fs.existsSync(folderOf(installation))
    ? fs.readdirSync(folderOf(installation), { recursive: true, withFileTypes: true })
    : []
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}
const bytesOf = (installation: TestApp, id: string) =>
  fs.readFileSync(path.join(folderOf(installation), pictureKey(id)))
/** Creates a backup with modified lines. */
const changed = (name: string, change: (lines: string[]) => string[]): string => {
  const other = path.join(work, name)
  fs.writeFileSync(
    other,
    gzipSync(change(gunzipSync(fs.readFileSync(file)).toString().trimEnd().split('\n')).join('\n')),
  )
  return other
}

test('a restored backup shows the same pictures and the same cover', async () => {
  expect(await back()).toMatchObject({ pictures: 3, missing: [] })
  const { installation, into } = await createEmptyInstallation()
  expect(await restore(into)).toMatchObject({ pictures: 3, picturesIn: 'backup' })
  for (const id of [cover, inStory, unseen]) {
    expect(await shown(installation, id)).toBe(200)
    expect(bytesOf(installation, id).equals(bytesOf(home, id))).toBe(true)
  }
  const { cover_id } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('cover_id')
    .where('cover_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(cover_id).toBe(cover)
  expect(fs.existsSync(path.join(folderOf(installation), '.restoring'))).toBe(false)
})

test('--force restores lost pictures and removes those added after the backup', async () => {
  const { installation, into } = await createEmptyInstallation()
  await restore(into)
  fs.rmSync(folderOf(installation), { recursive: true })
  const later = await upload(installation)
  await expect(restore(into)).rejects.toThrow(/not empty/)
  expect([await shown(installation, cover), await shown(installation, later)]).toEqual([404, 200])
  await restore({ ...into, force: true })
  expect(filesOf(installation)).toEqual([cover, inStory, unseen].map((id) => `${id}.webp`).toSorted())
  expect(await rowsOf(installation)).toEqual([cover, inStory, unseen].toSorted())
})

test('other pictures are kept without --force; those of an interrupted restore are replaced', async () => {
  const { installation, into } = await createEmptyInstallation()
  const files = folderFiles(folderOf(installation))
  await files.put(pictureKey(cover), bytesOf(home, cover), 'image/webp')
  const stranger = pictureKey(installation.app.newId())
  await files.put(stranger, bytesOf(home, cover), 'image/webp')
  await expect(restore(into)).rejects.toThrow(/1 files that are not in the backup/)
  await files.remove(stranger)
  await files.put(pictureKey(cover), Buffer.from('something else'), 'image/webp')
  await expect(restore(into)).rejects.toThrow(/--force/)
  expect([filesOf(installation), await rowsOf(installation)]).toEqual([[`${cover}.webp`], []])
  await files.put(pictureKey(cover), bytesOf(home, cover), 'image/webp')
  await restore(into)
  expect(await shown(installation, unseen)).toBe(200)
})

test('a backup with a changed or missing picture restores nothing', async () => {
  const { installation, into } = await createEmptyInstallation()
  const isFile = (line: string) => line.startsWith('{"file"')
  const damaged = changed('damaged.backup', (lines) =>
    lines.map((line) =>
      isFile(line) ? JSON.stringify({ ...JSON.parse(line), base64: Buffer.from('another').toString('base64') }) : line,
    ),
  )
  await expect(restore({ ...into, file: damaged })).rejects.toThrow(/is damaged/)
  const without = changed('without.backup', (lines) =>
    lines.filter((line, index) => !isFile(line) || !isFile(lines[index - 1]!)),
  )
  await expect(restore({ ...into, file: without })).rejects.toThrow(/is incomplete/)
  const outside = changed('outside.backup', (lines) =>
    lines.map((line) => line.replace(/"file":"pictures\/[^"]+"/, '"file":"../../secrets.json"')),
  )
  await expect(restore({ ...into, file: outside })).rejects.toThrow(/the invalid name/)
  const newer = changed('newer.backup', (lines) => lines.map((line) => line.replace('"version":3', '"version":4')))
  await expect(restore({ ...into, file: newer })).rejects.toThrow(/another version/)
  expect([filesOf(installation), await rowsOf(installation)]).toEqual([[], []])
})

test('uploads and removals during a backup never leave a row without its file', async () => {
  const busy = await createInstallation()
  let isOver = false
  const comeAndGo = async () => {
    while (!isOver) {
      const ids = [await upload(busy, 60), await upload(busy, 60)]
      await busy.app.write(async (tx) => {
        await markUsed(tx, [ids[0]!], busy.app.clock())
        await tx.deleteFrom('media.picture').where('id', '=', ids[1]!).execute()
      })
      await removePictureFiles(busy.app, { ids: [ids[1]!] })
    }
  }
  const coming = comeAndGo()
  const { installation, into } = await createEmptyInstallation()
  for (let round = 0; round < 3; round += 1) {
    const one = path.join(work, `busy-${round}.backup`)
    const { missing, pictures } = await backUp({ ownerUrl: busy.database.ownerUrl, file: one, folder: folderOf(busy) })
    expect(missing).toEqual([])
    await restore({ ...into, file: one, force: true })
    expect(filesOf(installation)).toEqual((await rowsOf(installation)).map((id) => `${id}.webp`).toSorted())
    expect(await rowsOf(installation)).toHaveLength(pictures)
  }
  isOver = true
  await coming
}, 60_000)

test('a picture without a file is reported if it is used and left out if not', async () => {
  const poor = await createInstallation()
  const [used, unused] = [await upload(poor), await upload(poor)]
  await poor.app.write((tx) => markUsed(tx, [used], poor.app.clock()))
  for (const id of [used, unused]) await poor.app.files.remove(pictureKey(id))
  const one = path.join(work, 'poor.backup')
  expect(await backUp({ ownerUrl: poor.database.ownerUrl, file: one, folder: folderOf(poor) })).toMatchObject({
    pictures: 0,
    missing: [pictureKey(used)],
  })
  const { installation, into } = await createEmptyInstallation()
  await restore({ ...into, file: one })
  expect(await rowsOf(installation)).toEqual([used])
})

test('with a bucket only rows are backed up and restored, with a notice', async () => {
  const rowsOnly = path.join(work, 'bucket.backup')
  expect(await back({ file: rowsOnly, folder: undefined })).toMatchObject({ pictures: 0, missing: [] })
  const { installation, into } = await createEmptyInstallation()
  await folderFiles(folderOf(installation)).put(pictureKey(cover), bytesOf(home, cover), 'image/webp')
  await expect(restore({ ...into, folder: undefined })).rejects.toThrow(/S3_BUCKET is set/)
  expect(await rowsOf(installation)).toEqual([])
  expect(await restore({ ...into, file: rowsOnly })).toMatchObject({ pictures: 0, picturesIn: 'bucket' })
  expect(await shown(installation, cover)).toBe(200)
  expect(filesOf(installation)).toEqual([`${cover}.webp`])
})

test('a job queued before the restore doesn’t remove a restored file', async () => {
  const { installation, into } = await createEmptyInstallation()
  await restore(into)
  const gone = await upload(installation)
  await installation.app.db.deleteFrom('media.picture').where('id', '=', gone).execute()
  await removePictureFiles(installation.app, { ids: [unseen, gone] })
  expect([await shown(installation, unseen), filesOf(installation).includes(`${gone}.webp`)]).toEqual([200, false])
})

/** Creates files that are no real pictures, because the test never displays them, each with its row. */
async function manyPictures(installation: TestApp, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const id = installation.app.newId()
    await installation.app.files.put(pictureKey(id), randomBytes(60_000), 'image/webp')
    await installation.app.db
      .insertInto('media.picture')
      .values({ id, account_id: null, width: 1, height: 1, bytes: 60_000, uploaded_at: installation.app.clock() })
      .execute()
  }
}

const cli = (args: readonly string[], environment: Record<string, string>) =>
  spawn(process.execPath, ['server/cli/cli.ts', ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production', MODE: 'demo', BASE_URL: 'http://127.0.0.1:3000', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

test('a killed restore leaves the previous state or the whole backup, and the next one succeeds', async () => {
  const rich = await createInstallation()
  await manyPictures(rich, 40)
  const big = path.join(work, 'rich.backup')
  await backUp({ ownerUrl: rich.database.ownerUrl, file: big, folder: folderOf(rich) })
  const inBackup = await rowsOf(rich)

  const { installation } = await createEmptyInstallation()
  const staging = path.join(folderOf(installation), '.restoring', 'pictures')
  const countIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder).length : 0)
  const moments: readonly (() => boolean)[] = [
    () => countIn(staging) > 3,
    // Some files are moved, perhaps all; the rows are committed just after that.
    () => countIn(path.join(folderOf(installation), 'pictures')) > 5,
  ]
  for (const isNow of moments) {
    await upload(installation)
    const before = await rowsOf(installation)
    const running = cli(['restore', big, '--force'], {
      DATABASE_URL: installation.database.ownerUrl,
      DATA_DIR: installation.app.config.DATA_DIR,
    })
    const ended = new Promise<void>((over) => running.once('exit', () => over()))
    while (!isNow() && running.exitCode === null) await wait(1)
    expect(running.exitCode).toBeNull()
    running.kill('SIGKILL')
    await ended
    const now = await settledRows(installation)
    expect([before, inBackup]).toContainEqual(now)
    for (const id of now) expect(bytesOf(installation, id).length).toBeGreaterThan(0)
    if (now.includes(before.at(-1)!)) expect(await shown(installation, before.at(-1)!)).toBe(200)
  }
  const last = cli(['restore', big, '--force'], {
    DATABASE_URL: installation.database.ownerUrl,
    DATA_DIR: installation.app.config.DATA_DIR,
  })
  await new Promise<void>((over) => last.once('exit', () => over()))
  expect(await settledRows(installation)).toEqual(inBackup)
  expect(filesOf(installation)).toEqual(inBackup.map((id) => `${id}.webp`).toSorted())
}, 90_000)

/** Reads the rows after the server has noticed that the restoring process is gone. */
async function settledRows(installation: TestApp): Promise<string[]> {
  const client = new pg.Client({ connectionString: installation.database.ownerUrl })
  await client.connect()
  await client.query('begin; lock table media.picture in access share mode; commit')
  await client.end()
  return rowsOf(installation)
}

test('rows and pictures are restored into an empty database of an external server', async () => {
  const empty = await createTestDatabase({ migrated: false })
  const folder = path.join(work, 'bare', 'media')
  expect(await restore({ ownerUrl: empty.ownerUrl, file, folder, log: silentLog, force: false })).toMatchObject({
    pictures: 3,
  })
  expect(fs.readdirSync(path.join(folder, 'pictures'))).toHaveLength(3)
  await empty.drop()
})

test('evidence is in the backup and opens after the restore', async () => {
  const source = await createInstallation()
  const { campaign, organizer } = await anOrganizedCampaign(source.app)
  const headers = { authorization: `Bearer ${organizer.token}`, 'content-type': 'application/json' }
  const url = `/v4/campaigns/${campaign.id}/zakat-evidence`
  const payload = { description: 'A letter', file: aPdf().toString('base64') }
  const { id } = (await source.fastify.inject({ method: 'POST', url, headers, payload })).json() as { id: string }
  const other = path.join(work, 'evidence.backup')
  expect(await back({ file: other, folder: folderOf(source) }, source)).toMatchObject({ pictures: 1, missing: [] })
  const { installation, into } = await createEmptyInstallation()
  await restore({ ...into, file: other })
  expect(fs.readFileSync(path.join(folderOf(installation), 'private', `${id}.pdf`)).equals(aPdf())).toBe(true)
  expect((await installation.fastify.inject({ method: 'GET', url: `${url}/${id}`, headers })).statusCode).toBe(200)
})
