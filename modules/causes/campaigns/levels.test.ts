import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { addToTotals, campaignTotals } from './queries/totals.ts'
import { countClaims, expireReservations, releaseLevels, reserveLevels } from './levels/reservations.ts'
import { aCampaign, aLevel } from './testing.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

let testing: TestDatabase
let ports: Ports
beforeAll(async () => {
  testing = await createTestDatabase({ max: 20 })
  ports = testPorts(testing.database, () => now)
})
afterAll(() => testing.drop())

const aLimitedLevel = async (limit: number, over: object = {}) =>
  (await aLevel(ports, (await aCampaign(ports)).id, { claim_limit: limit, ...over })).id
const reserve = (intentId: string, levelId: bigint, quantity = 1, instant = now) =>
  ports.write((tx) => reserveLevels(tx, { intentId, at: instant, levels: [{ levelId, quantity }] }))
const claim = (intentId: string, levelId: bigint, quantity = 1, isLimited = true) =>
  ports.write((tx) => countClaims(tx, [{ intentId, levelId, quantity, isLimited }]))
const release = (intentId: string) => ports.write((tx) => releaseLevels(tx, intentId))
const countsOf = async (levelId: bigint) =>
  ports.db
    .selectFrom('campaigns.level')
    .select(['claimed', 'reserved'])
    .where('id', '=', levelId)
    .executeTakeFirstOrThrow()

describe('a limited level', () => {
  test('gives its last place to one of fifty concurrent donors; the others learn before a charge [content-8]', async () => {
    const level = await aLimitedLevel(1)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(randomUUID(), level)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'level-sold-out', status: 409 })
    expect(await countsOf(level)).toEqual({ claimed: 0, reserved: 1 })
  })

  test('is reserved once for one payment, however often requested', async () => {
    const level = await aLimitedLevel(5)
    const intent = randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => reserve(intent, level, 2)))
    expect(await countsOf(level)).toEqual({ claimed: 0, reserved: 2 })
  })

  test('is claimed once when the donation is paid, even if the event repeats', async () => {
    const level = await aLimitedLevel(5)
    const intent = randomUUID()
    await reserve(intent, level, 2)
    expect(await claim(intent, level, 2)).toEqual([])
    expect(await claim(intent, level, 2)).toEqual([])
    await release(intent)
    expect(await countsOf(level)).toEqual({ claimed: 2, reserved: 0 })
  })

  test('is free again once released, for the same payment too', async () => {
    const level = await aLimitedLevel(1)
    const [first, second] = [randomUUID(), randomUUID()]
    await reserve(first, level)
    await release(first)
    await release(first)
    await reserve(second, level)
    await expect(reserve(first, level)).rejects.toMatchObject({ code: 'level-sold-out' })
    await release(second)
    await reserve(first, level)
    expect(await countsOf(level)).toEqual({ claimed: 0, reserved: 1 })
  })

  test('is reserved again by a late success, unless it went to others in the meantime', async () => {
    const level = await aLimitedLevel(1)
    const [late, later, other] = [randomUUID(), randomUUID(), randomUUID()]
    await reserve(late, level)
    await release(late)
    expect(await claim(late, level)).toEqual([])
    expect(await countsOf(level)).toEqual({ claimed: 1, reserved: 0 })

    const second = await aLimitedLevel(1)
    await reserve(later, second)
    await release(later)
    await reserve(other, second)
    expect(await claim(later, second)).toEqual([later])
    expect(await countsOf(second)).toEqual({ claimed: 0, reserved: 1 })
  })

  test('expires after its time, but never while its payment is in progress [content-8]', async () => {
    const level = await aLimitedLevel(10)
    const [lapsed, paying, fresh] = [randomUUID(), randomUUID(), randomUUID()]
    await reserve(lapsed, level, 1, minutesAgo(45))
    await reserve(paying, level, 1, minutesAgo(45))
    await reserve(fresh, level, 1, minutesAgo(5))
    const expire = () =>
      ports.write((tx) =>
        expireReservations(tx, {
          reservedBefore: minutesAgo(30),
          limit: 100,
          stillPaying: async (_, ids) => new Set(ids.filter((id) => id === paying)),
        }),
      )
    expect(await expire()).toBe(1)
    expect(await expire()).toBe(0)
    expect(await countsOf(level)).toEqual({ claimed: 0, reserved: 2 })
  })

  test('can’t be oversold even by a bug: the database refuses', async () => {
    const level = await aLimitedLevel(2)
    await expect(
      ports.write((tx) => tx.updateTable('campaigns.level').set({ claimed: 3 }).where('id', '=', level).execute()),
    ).rejects.toMatchObject({
      constraint: 'level_not_oversold',
    })
  })
})

test('a level without a limit is never reserved and is counted with the totals', async () => {
  const level = await aLimitedLevel(0)
  await reserve(randomUUID(), level, 3)
  expect(await countsOf(level)).toEqual({ claimed: 0, reserved: 0 })
  await claim(randomUUID(), level, 3, false)
  expect(await countsOf(level)).toEqual({ claimed: 3, reserved: 0 })
})

describe('totals', () => {
  const key = (text: string) => Buffer.from(text.padEnd(32, '.'))
  const add = (campaignId: bigint, gift: bigint, donors: string[], instant = now) =>
    ports.write((tx) =>
      addToTotals(tx, [
        { campaignId, gift, count: donors.length, donorKeys: donors.map(key), lastDonationAt: instant },
      ]),
    )

  test('count donations and distinct donors', async () => {
    const [one, two] = [(await aCampaign(ports)).id, (await aCampaign(ports)).id]
    await add(one, 5000n, ['amina', 'bilal', 'amina'])
    await add(two, 100n, ['amina'])
    await add(one, 2500n, ['bilal', 'chen'], minutesAgo(10))
    expect(await campaignTotals(ports.db, [one, two, 999_999n])).toEqual([
      { campaignId: one, raised: 7500n, donationCount: 5n, donorCount: 3n, lastDonationAt: now },
      { campaignId: two, raised: 100n, donationCount: 1n, donorCount: 1n, lastDonationAt: now },
      { campaignId: 999_999n, raised: 0n, donationCount: 0n, donorCount: 0n, lastDonationAt: null },
    ])
  })

  test('lose nothing when batches of the same campaigns are aggregated concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await aCampaign(ports)).id))
    await Promise.all(
      Array.from({ length: 16 }, (_, batch) =>
        ports.write((tx) =>
          addToTotals(
            tx,
            (batch % 2 ? ids : ids.toReversed()).map((campaignId) => ({
              campaignId,
              gift: 10n,
              count: 1,
              donorKeys: [key(`donor ${batch % 4}`)],
              lastDonationAt: now,
            })),
          ),
        ),
      ),
    )
    expect(await campaignTotals(ports.db, ids)).toEqual(
      ids.map((campaignId) => ({ campaignId, raised: 160n, donationCount: 16n, donorCount: 4n, lastDonationAt: now })),
    )
  })
})
