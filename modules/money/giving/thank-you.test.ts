import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToTotals } from '#modules/causes/campaigns/queries/totals.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { formatHijri, localDateIn } from '#shared/calendar.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import type { GivingPorts } from './ports.ts'
import { settle } from './payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'
import { thankYou } from './thank-you.ts'

const clock = manualClock()
let database: TestDatabase
let ports: GivingPorts
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
  } as GivingPorts
})
afterAll(() => database.drop())

test('the amount raised before a donation is the same before and after totals include it', async () => {
  const campaignId = (await aCampaign(ports)).id
  const counted = (gift: bigint) =>
    ports.write((tx) =>
      addToTotals(tx, [
        { campaignId, gift, count: 1, donorKeys: [Buffer.from(String(gift))], lastDonationAt: clock.now() },
      ]),
    )
  const thanked = async () => {
    const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId, { gift: '3700' })]))
    await settle(ports, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${attempt.id}`,
      amount: attempt.amount,
      currency: 'GBP',
    })
    const token = signToken(
      ports.tokenSecret,
      'donation',
      attempt.intentId,
      new Date(clock.now().getTime() + 86_400_000),
    )
    return async () => (await thankYou(ports, { intentId: attempt.intentId, token }, 'en')).raisedBefore
  }
  const first = await thanked()
  expect(await first()).toBe(0n)
  await counted(3700n)
  expect(await first()).toBe(0n)
  clock.move({ seconds: 1 })
  const second = await thanked()
  expect(await second()).toBe(3700n)
  await counted(3700n)
  expect(await second()).toBe(3700n)
})

test('all of a basket’s donations to the campaign are subtracted from its total', async () => {
  const campaignId = (await aCampaign(ports)).id
  const lines = [aLine(ports, campaignId, { gift: '3700' }), aLine(ports, campaignId, { gift: '1000' })]
  const attempt = await aClaimedAttempt(ports, anOrder(lines))
  await settle(ports, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${attempt.id}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  await ports.write((tx) =>
    addToTotals(tx, [
      { campaignId, gift: 4700n, count: 2, donorKeys: [Buffer.from('basket')], lastDonationAt: clock.now() },
    ]),
  )
  const token = signToken(ports.tokenSecret, 'donation', attempt.intentId, new Date(clock.now().getTime() + 86_400_000))
  expect((await thankYou(ports, { intentId: attempt.intentId, token }, 'en')).raisedBefore).toBe(0n)
})

test('the day of a donation is in the donor’s time zone and both calendars, or in UTC', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, (await aCampaign(ports)).id)]))
  await settle(ports, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${attempt.id}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  const token = signToken(ports.tokenSecret, 'donation', attempt.intentId, new Date(clock.now().getTime() + 86_400_000))
  const { given_at: instant } = await ports.db
    .selectFrom('giving.donation')
    .select('given_at')
    .where('intent_id', '=', attempt.intentId)
    .executeTakeFirstOrThrow()
  const days = async (timeZone?: string) => {
    const { givenOn, givenOnHijri } = await thankYou(ports, { intentId: attempt.intentId, token, timeZone }, 'en')
    return [givenOn, givenOnHijri]
  }
  for (const zone of ['Pacific/Auckland', 'Pacific/Pago_Pago'])
    expect(await days(zone)).toEqual([localDateIn(zone, instant), formatHijri(localDateIn(zone, instant), 'en')])
  expect(await days('Pacific/Auckland')).not.toEqual(await days('Pacific/Pago_Pago'))
  for (const none of [undefined, 'Mars/Olympus_Mons', ''])
    expect(await days(none)).toEqual([localDateIn('UTC', instant), formatHijri(localDateIn('UTC', instant), 'en')])
})
