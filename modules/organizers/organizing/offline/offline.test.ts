import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { addOffline } from './add-offline.ts'
import { dashboardOf } from '../dashboard.ts'
import { confirmOffline, withdrawOffline } from './decide-offline.ts'
import { importOffline, previewImport } from './import-offline.ts'
import { offlineDonations } from './list-offline.ts'
import { eraseOrganizer } from '../queries/thank-you-messages.ts'
import type { OfflineDraft } from '../rules/offline.ts'
import { aCharityMember, aTeamMember, organizingPorts } from '../testing.ts'

let database: TestDatabase
let ports: ReturnType<typeof organizingPorts>
let campaign: Awaited<ReturnType<typeof aCampaign>>
let organizer: AccountViewer
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = organizingPorts(testPorts(database.database, clock.now))
})
beforeEach(async () => {
  campaign = await aCampaign(ports)
  organizer = await aTeamMember(ports, campaign.id)
})
afterAll(() => database.drop())

const context = aRequestContext()
const draft = (over: Partial<OfflineDraft> = {}): OfflineDraft => ({
  amount: '50',
  currency: 'GBP',
  receivedOn: '2026-11-19',
  donorName: 'Hajji Karim',
  isAnonymous: false,
  method: 'cash',
  note: 'Receipt book 12',
  ...over,
})
const add = (
  over: Partial<OfflineDraft> = {},
  { viewer = organizer, key }: { viewer?: AccountViewer; key?: string } = {},
) => addOffline(ports, viewer, { ...context, idempotencyKey: key }, { campaignId: campaign.id, draft: draft(over) })
const list = (viewer = organizer) => offlineDonations(ports, viewer, { campaignId: campaign.id, offset: 0, limit: 25 })
const confirm = (viewer: AccountViewer, which: { offlineId?: string; importId?: string }) =>
  confirmOffline(ports, viewer, context, { campaignId: campaign.id, ...which })
const withdraw = (offlineId: string, reason = 'Entered twice') =>
  withdrawOffline(ports, organizer, context, { campaignId: campaign.id, offlineId, reason })

/** Asserts that the operator's check of the ledger finds nothing. */
async function expectBooksInOrder(): Promise<void> {
  for (const check of ['q1', 'q3', 'q9', 'q14'])
    expect((await sql.raw(fs.readFileSync(`database/checks/${check}.sql`, 'utf8')).execute(ports.db)).rows).toEqual([])
}

test('an offline donation is in the memo book, never in sums or payouts [S2 §7] (content-11)', async () => {
  const { id } = await add()
  expect((await list()).donations).toMatchObject([
    { id, amount: 5000n, donorName: 'Hajji Karim', state: 'counted', enteredByMe: true },
  ])
  const dashboard = await dashboardOf(ports, organizer, { campaignId: campaign.id, period: 'all' })
  expect([dashboard.offline?.counted, dashboard.now?.raised, dashboard.total?.raised]).toEqual([5000n, 0n, 0n])
  expect((await campaignTotals(ports.db, [campaign.id]))[0]!.raised).toBe(0n)
  const { rows } =
    await sql`select account, subject_id, meaning, amount from ledger.entry e join ledger.tx t on t.id = e.tx_id where t.source_id = ${id} order by line`.execute(
      ports.db,
    )
  expect(rows).toEqual([
    { account: 'offline_memo', subject_id: null, meaning: 'memo', amount: 5000n },
    { account: 'offline_memo', subject_id: campaign.id, meaning: 'memo', amount: -5000n },
  ])
  expect(await entriesAbout(ports.db, `campaign:${campaign.id}`, 1)).toMatchObject([
    { act: 'organizing.offline-entered', actorId: organizer.accountId, details: { sum: '5000' } },
  ])
  await expectBooksInOrder()
})

test('reports faults at their fields and writes nothing', async () => {
  await expect(add({ amount: '0', currency: 'USD', note: '' })).rejects.toMatchObject({
    fields: {
      amount: { code: 'offline-amount' },
      currency: { code: 'offline-currency' },
      note: { code: 'offline-evidence' },
    },
  })
  expect((await list()).donations).toEqual([])
})

describe('the same request', () => {
  test('with a key is one donation; the key with other content is refused', async () => {
    const same = await Promise.all([1, 2, 3].map(() => add({}, { key: 'press' })))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    await expect(add({ amount: '60' }, { key: 'press' })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
      status: 422,
    })
    expect((await add({}, { key: 'another press' })).id).not.toBe(same[0]!.id)
  })

  test('without a key is one donation for fifteen minutes', async () => {
    const first = await add()
    expect((await add()).id).toBe(first.id)
    clock.move({ minutes: 16 })
    expect((await add()).id).not.toBe(first.id)
  })
})

describe('a second person (content-11)', () => {
  test('confirms large donations, also in small parts of one day; not the one who recorded it', async () => {
    const large = await add({ amount: '500.01' })
    await add({ amount: '400' })
    const part = await add({ amount: '100.01' })
    const rest = await add({ amount: '100' })
    expect([large.state, part.state, rest.state]).toEqual(['waiting', 'waiting', 'counted'])
    expect((await list()).sums).toEqual({ counted: 50_000n, countedCount: 2, waiting: 60_002n, waitingCount: 2 })
    await expect(confirm(organizer, { offlineId: large.id })).rejects.toMatchObject({
      code: 'second-person-needed',
      status: 403,
    })
    const finance = await aCharityMember(ports, campaign.organization_id, 'finance')
    expect((await list(finance)).donations.filter(({ canConfirm }) => canConfirm)).toHaveLength(2)
    const both = await Promise.allSettled([
      confirm(finance, { offlineId: large.id }),
      confirm(finance, { offlineId: large.id }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(confirm(finance, { offlineId: large.id })).rejects.toMatchObject({
      code: 'offline-not-waiting',
      status: 409,
    })
    expect((await list()).sums).toMatchObject({ counted: 100_001n, waiting: 10_001n })
    expect(await entriesAbout(ports.db, `campaign:${campaign.id}`, 1)).toMatchObject([
      { act: 'organizing.offline-confirmed', actorId: finance.accountId },
    ])
    clock.move({ days: 1 })
    expect((await add({ amount: '500' })).state).toBe('counted')
    await expectBooksInOrder()
  })

  test('is required by the database, too', async () => {
    await add()
    const large = await add({ amount: '600' })
    const alone =
      sql`update organizing.offline_donation set state = 'counted', counted_by = entered_by, counted_at = ${new Date('2027-01-01')},
      ledger_tx_id = (select id from ledger.tx limit 1) where id = ${large.id}`.execute(ports.db)
    await expect(alone).rejects.toThrow()
  })
})

test('a donation is withdrawn with a reason; the memo book reverses it and the list keeps it', async () => {
  const counted = await add()
  await expect(withdraw(counted.id, ' ')).rejects.toMatchObject({ fields: { reason: { code: 'reason-missing' } } })
  await withdraw(counted.id)
  await expect(withdraw(counted.id)).rejects.toMatchObject({ code: 'offline-withdrawn' })
  const waiting = await add({ amount: '900' })
  await withdraw(waiting.id)
  expect((await list()).donations).toMatchObject([
    { state: 'withdrawn', reason: 'Entered twice' },
    { state: 'withdrawn' },
  ])
  expect((await list()).sums).toMatchObject({ counted: 0n, waiting: 0n })
  await expectBooksInOrder()
  await expect(
    sql`update organizing.offline_donation set amount = 1 where id = ${counted.id}`.execute(ports.db),
  ).rejects.toThrow('corrected by withdrawing')
  await expect(sql`delete from organizing.offline_donation where id = ${counted.id}`.execute(ports.db)).rejects.toThrow(
    'corrected by withdrawing',
  )
})

test('permissions: organizer, owner, admin and finance; never an editor or another’s organizer [S2 §6]', async () => {
  const { id } = await add({ amount: '600' })
  const calls: ((viewer: AccountViewer) => Promise<unknown>)[] = [
    (viewer) => add({}, { viewer }),
    (viewer) => list(viewer),
    (viewer) => previewImport(ports, viewer, { campaignId: campaign.id, csv: 'x' }),
    (viewer) => importOffline(ports, viewer, context, { campaignId: campaign.id, csv: 'x', hash: 'x' }),
    (viewer) => confirm(viewer, { offlineId: id }),
    (viewer) => withdrawOffline(ports, viewer, context, { campaignId: campaign.id, offlineId: id, reason: 'x' }),
  ]
  const elsewhere = await aCampaign(ports)
  for (const call of calls) {
    for (const viewer of [await aTeamMember(ports, elsewhere.id), (await aSession(ports)).viewer])
      await expect(call(viewer)).rejects.toMatchObject({ status: 404 })
    for (const viewer of [
      await aTeamMember(ports, campaign.id, 'editor'),
      await aTeamMember(ports, campaign.id, 'viewer'),
      await aCharityMember(ports, campaign.organization_id, 'editor'),
    ])
      await expect(call(viewer)).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
  }
  for (const role of ['owner', 'admin', 'finance'] as const) {
    const viewer = await aCharityMember(ports, campaign.organization_id, role)
    expect((await add({ note: role }, { viewer })).state).toBe('counted')
  }
  const theirs = await aTeamMember(ports, elsewhere.id)
  await expect(
    confirmOffline(ports, theirs, context, { campaignId: elsewhere.id, offlineId: id }),
  ).rejects.toMatchObject({ status: 404 })
})

describe('a file', () => {
  const head = 'amount,received on,donor,method,evidence'
  const good = [
    '50,2026-11-19,Hajji Karim,cash,Receipt 1',
    '20.50,2026-11-18,,bank,Statement 3',
    '900,2026-11-18,Aisha,cheque,Cheque 44',
  ]
  const file = (rows: readonly string[] = good) => [head, ...rows].join('\n')
  const preview = (csv = file()) => previewImport(ports, organizer, { campaignId: campaign.id, csv })
  const take = (csv: string, hash: string, viewer = organizer) =>
    importOffline(ports, viewer, context, { campaignId: campaign.id, csv, hash })

  test('is previewed row by row without writing', async () => {
    await add({ note: 'Another receipt' })
    const seen = await preview(file([...good, '-5,tomorrow,,gold,', '=1+1,2026-11-19,=cmd,cash,x']))
    expect(
      seen.rows.map(({ row, faults }) => [row, faults.map(({ field, fault }) => `${field} ${fault.code}`)]),
    ).toEqual([
      [2, []],
      [3, []],
      [4, []],
      [5, ['amount offline-amount', 'receivedOn offline-day', 'method offline-method', 'note offline-evidence']],
      [6, ['amount offline-amount', 'donorName name-invalid']],
    ])
    expect(seen).toMatchObject({ faulty: 2, sum: 97_050n, entered: 0 })
    expect(seen.rows.map(({ looksKnown }) => looksKnown)).toEqual([true, false, false, false, false])
    expect((await list()).donations).toHaveLength(1)
  })

  test('with a fault imports nothing, nor one that differs from the preview', async () => {
    const faulty = file([...good, 'x,2026-11-19,,cash,x'])
    await expect(take(faulty, (await preview(faulty)).hash)).rejects.toMatchObject({
      code: 'csv-has-faults',
      params: { count: 1 },
    })
    await expect(take(file([good[0]!]), (await preview()).hash)).rejects.toMatchObject({
      code: 'csv-changed',
      status: 409,
    })
    expect((await list()).donations).toEqual([])
  })

  test('is imported once in any line endings; large rows wait and are confirmed together', async () => {
    const { hash } = await preview()
    const [first, again] = await Promise.all([take(file(), hash), take(file().replaceAll('\n', '\r\n'), hash)])
    expect([first.entered + again.entered, first.known + again.known]).toEqual([3, 3])
    const { importId } = first.entered > 0 ? first : again
    expect((await preview()).entered).toBe(3)
    expect(
      (await list()).donations
        .map(({ state, donorName, importId: importIdInput }) => [state, donorName, importIdInput === importId])
        .sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['counted', null, true],
      ['counted', 'Hajji Karim', true],
      ['waiting', 'Aisha', true],
    ])
    await expect(confirm(organizer, { importId })).rejects.toMatchObject({ status: 404 })
    const owner = await aCharityMember(ports, campaign.organization_id, 'owner')
    expect(await confirm(owner, { importId })).toBe(1)
    expect((await list()).sums).toMatchObject({ counted: 97_050n, waitingCount: 0 })
    await expectBooksInOrder()
  })
})

test('erasing the person who recorded a donation keeps the donation', async () => {
  const { id } = await add({ amount: '700' })
  const finance = await aCharityMember(ports, campaign.organization_id, 'finance')
  await confirm(finance, { offlineId: id })
  for (const { accountId } of [organizer, finance]) await ports.write((tx) => eraseOrganizer(tx, accountId))
  const { rows } =
    await sql`select entered_by, counted_by, state from organizing.offline_donation where id = ${id}`.execute(ports.db)
  expect(rows).toEqual([{ entered_by: null, counted_by: null, state: 'counted' }])
  await expectBooksInOrder()
})
