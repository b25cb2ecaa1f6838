import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '#shared/collections.ts'
import type { EmbeddedPostgres } from '#server/database/pg.ts'
import { startStandby } from '#tests/support/standby.ts'
import { expectBooksToAgree, openCampaign } from './donations.ts'
import { freshKey, type Installation, startInstallation } from './installation.ts'
import { killDatabase } from './postgres.ts'

let installation: Installation
let standby: EmbeddedPostgres
let owner: pg.Client
let page: string
beforeAll(async () => {
  installation = await startInstallation(async ({ url, dataDir }) => {
    standby = await startStandby({ primaryUrl: url, primaryDir: dataDir, dataDir: path.join(dataDir, 'standby') })
    return { DATABASE_READ_URL: standby.url, PAGES: 'yes', DEMO_SIZE: 'small', PAYMENT_TIMEOUT_MS: '20000' }
  })
  await installation.start()
  owner = new pg.Client({ connectionString: standby.url })
  owner.on('error', () => undefined)
  await owner.connect()
  const { id } = await openCampaign(installation)
  const { rows } = await installation.owner.query<{ slug: string }>(
    'select slug from campaigns.campaign where id = $1',
    [id],
  )
  page = `${installation.url}/v4/campaign/${one(rows).slug}`
  await until('usable')
})
afterAll(async () => {
  await installation.kill()
  await owner.end().catch(() => undefined)
  await standby.stop().catch(() => undefined)
  await installation.stop()
})

/** Waits until the server's metrics have the standby in this state, in `times` readings in a row. */
async function until(state: string, times = 1): Promise<void> {
  let count = 0
  for (const end = performance.now() + 60_000; ; await sleep(100)) {
    const metrics = await (await fetch(`${installation.url}/metrics`)).text()
    count = metrics.includes(`sunbul_standby_usable{state="${state}"}`) ? count + 1 : 0
    if (count === times) return
    if (performance.now() > end) throw new Error(`the standby isn’t ${state}`)
  }
}

/** Donates as a guest with a public name, and returns the cookies that the browser then has. */
async function donate(name: string): Promise<string> {
  const { id, currency } = await openCampaign(installation)
  const response = await fetch(`${installation.url}/api/donate/donate/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'session-id': name, 'idempotency-key': freshKey() },
    body: JSON.stringify({
      amount: '20',
      currency,
      feeAmount: '0',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `${freshKey()}@example.org`, name },
    }),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((cookie) => one(cookie.split(';')))
    .join('; ')
}

const visit = async (cookie = ''): Promise<string> => {
  const response = await fetch(page, { headers: { accept: 'text/html', cookie } })
  expect(response.status).toBe(200)
  return response.text()
}

test('a guest sees the own donation on the page while the standby replays nothing [contract-18]', async () => {
  await visit()
  // The start and the first pages keep the process busy, so its readings of the positions are late.
  await until('usable', 30)
  await owner.query('select pg_wal_replay_pause()')
  const cookie = await donate('Maryam Paused')
  expect(cookie).toContain('posted=1')
  expect(await visit(cookie)).toContain('Maryam Paused')
  // Another visitor gets the page of the standby, also from the page cache, into which the guest's page didn't come.
  expect(await visit()).not.toContain('Maryam Paused')
  await until('behind')
  await expect.poll(() => visit(), { timeout: 10_000 }).toContain('Maryam Paused')
  await owner.query('select pg_wal_replay_resume()')
  await until('usable')
}, 120_000)

test('when the standby is killed, each page is still there, and donations continue [contract-18]', async () => {
  let isDone = false
  let pages = 0
  const visitors = Array.from({ length: 4 }, async () => {
    // Each address is another page for the cache.
    for (let count = 0; !isDone; count++) {
      await visit(`lang=${count % 2 === 0 ? 'en' : 'ar'}`)
      pages += 1
    }
  })
  await sleep(1000)
  await killDatabase({ dataDir: path.join(installation.dataDir, 'standby') })
  await donate('Musa Later')
  await until('away')
  await sleep(1000)
  isDone = true
  await Promise.all(visitors)
  expect(pages).toBeGreaterThan(10)
  await expect.poll(() => visit(), { timeout: 10_000 }).toContain('Musa Later')
  await expectBooksToAgree(installation)
}, 120_000)
