import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { insertRates } from '#modules/platform/currencies/queries.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { localDate } from '#shared/calendar.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { anInput } from './testing.ts'

let it: TestApp
let installation: ReturnType<typeof refundHelpers>
let campaigns: Record<'GBP' | 'USD', bigint>
const clock = manualClock()
beforeAll(async () => {
  it = await createTestApp({ withSandbox: true, clock: clock.now })
  installation = refundHelpers(it)
  const takes = async (currency: 'GBP' | 'USD') => (await aCampaign(it.app, { zakat_verified: true, currency })).id
  campaigns = { GBP: await takes('GBP'), USD: await takes('USD') }
  const day = localDate('2026-11-20')
  const rates = { GBP: '0.85', USD: '1.10' } as const
  for (const currency of ['GBP', 'USD'] as const) {
    const perEuro = currenciesServer.parseRate(rates[currency])
    if (perEuro) await insertRates(it.app, [{ currency, day, source: 'ecb', perEuro }])
  }
})
afterAll(() => it.close())

async function aDonor() {
  const { token, viewer } = await aSession(it.app)
  const ask = async (method: 'GET' | 'POST', url: string, payload: object = {}) =>
    (await installation.ask<Record<string, unknown>>(token, method, url, payload)).body
  return {
    accountId: viewer.accountId,
    ask,
    state: () => ask('GET', '/v4/zakat'),
    consent: (isGiven: boolean) =>
      ask('POST', '/v4/privacy/consents', { purpose: 'zakat', isGiven, textVersion: consentTexts.zakat.version }),
    /** Saves cash in pounds, of which `zakat` pence are due. */
    save: (cash: string, zakat: string) =>
      ask('POST', '/v4/zakat/profiles', {
        input: anInput({ assets: [{ kind: 'cash', amount: cash }] }),
        zakat,
        status: 'DUE',
        timeZone: 'Europe/London',
      }),
    /** Pays zakat with the fee on top, so that the whole amount counts. */
    give: (amount: string, currency: 'GBP' | 'USD') =>
      installation.donation(
        campaigns[currency],
        { amount, currency, feeAmount: '0', zakah: true, maximizeZakat: true },
        token,
      ),
  }
}

test('a donor calculates, saves, gives in two currencies, and is refunded back to CALCULATED [zakat-17]', async () => {
  const donor = await aDonor()
  const finance = await installation.staff()
  expect(await donor.state()).toMatchObject({ state: 'NOT_CALCULATED', remaining: null })
  await donor.consent(true)
  expect(await donor.save('40000', '100000')).toMatchObject({ zakatDue: '100000', code: 'GBP' })
  expect(await donor.state()).toMatchObject({ state: 'CALCULATED', remaining: '100000' })

  const pounds = await donor.give('200', 'GBP')
  expect(await donor.state()).toMatchObject({ state: 'DONATED', online: { total: '20000' }, remaining: '80000' })
  // 110 USD = 100 EUR = 85 GBP.
  const dollars = await donor.give('110', 'USD')
  expect(await donor.state()).toMatchObject({
    online: { total: '28500', count: 2, isApproximate: false },
    remaining: '71500',
  })

  await installation.refund(finance, dollars.intentId, {
    everything: false,
    lines: [{ donationId: dollars.donationId, gift: 5500 }],
  })
  expect(await donor.state()).toMatchObject({ online: { total: '24250' }, remaining: '75750' })
  await installation.refund(finance, pounds.intentId)
  expect(await donor.state()).toMatchObject({
    state: 'DONATED',
    online: { total: '4250', count: 1 },
    remaining: '95750',
  })
  await installation.refund(finance, dollars.intentId)
  expect(await donor.state()).toMatchObject({
    state: 'CALCULATED',
    online: { total: '0', count: 0 },
    remaining: '100000',
    overpaid: '0',
  })
})

test('what is overpaid falls when a newer profile has more due, and remaining rises [zakat-16]', async () => {
  const donor = await aDonor()
  await donor.consent(true)
  await donor.save('40000', '100000')
  await donor.give('1200', 'GBP')
  expect(await donor.state()).toMatchObject({ state: 'DONATED', remaining: '0', overpaid: '20000' })
  clock.move({ minutes: 1 })
  await donor.save('120000', '300000')
  expect(await donor.state()).toMatchObject({ due: '300000', remaining: '180000', overpaid: '0' })
})

test('after consent is withdrawn nothing is due, and donations stay in the state and in the list [zakat-23]', async () => {
  const donor = await aDonor()
  await donor.consent(true)
  await donor.save('40000', '100000')
  await donor.give('110', 'USD')
  await donor.consent(false)
  expect(await donor.state()).toMatchObject({
    state: 'DONATED',
    profile: null,
    due: null,
    remaining: null,
    overpaid: null,
    online: { count: 1 },
    hasLapsed: false,
  })
  expect(await donor.ask('GET', `/v4/users/${donor.accountId}/zakat-profiles`)).toEqual({ profiles: [] })
  expect(await donor.ask('POST', '/api/user/loadZakatEligibleDonations', { Currency: 'USD' })).toMatchObject({
    result: { totalZakatDonationAmount: '110.00', total: 1 },
  })
  expect(await donor.save('40000', '100000')).toMatchObject({ code: 'consent-needed' })
})
