import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { ReceiptSnapshot } from '#modules/money/receipts/rules/snapshot.ts'
import { withoutDonor } from '#modules/money/giving/erasure/erase-donations.ts'
import type { DonationOrder } from '#modules/money/giving/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { findSubscription, saveDetails } from '../subscription-queries.ts'
import { aSubscription } from '../../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  // The only campaign that the platform can choose for donations in euros.
  await aCampaign(installation.app, { currency: 'EUR', gift_aid: true, ends_at: null })
})
afterAll(() => installation.close())

const address = (over: object = {}) => ({
  FirstName: 'Amina',
  LastName: 'Yusuf',
  Address: '12 Mill Road',
  City: 'Leeds',
  Zip: 'LS1 4AP',
  Country: 'GB',
  ...over,
})
const aPlan = (over: Parameters<typeof aSubscription>[1] = {}) =>
  aSubscription(installation.app, { causes: [], donationAmountCurrency: 'EUR', giftAid: true, ...over })
/** The plan was started in Lahore. */
const abroad = { country: 'PK', taxAddress: address({ City: 'Lahore', Zip: '54000', Country: 'PK' }) }
/** Charges the next Friday and returns its donation. */
async function donationOf({ subscription }: Awaited<ReturnType<typeof aPlan>>) {
  now = new Date('2026-11-27T09:00:00Z')
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  now = new Date('2026-11-20T12:00:00Z')
  const { intent_id: intentId } = await installation.app.db
    .selectFrom('subscriptions.occurrence')
    .select('intent_id')
    .where('subscription_id', '=', subscription.id)
    .where('intent_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'gift_aid as isMarked'])
    .where('intent_id', '=', intentId!)
    .executeTakeFirstOrThrow()
}
const declarationsOf = (donationId: string) =>
  installation.app.db
    .selectFrom('giving.gift_aid_declaration')
    .select(['declared_at as at', 'ip', 'text_version as version', 'text_hash as hash'])
    .where('donation_id', '=', donationId)
    .execute()
/** Returns whether the next Friday's donation has Gift Aid, and the number of its declarations. */
async function markOf(input: Awaited<ReturnType<typeof aPlan>>) {
  const { id, isMarked } = await donationOf(input)
  return [isMarked, (await declarationsOf(id)).length]
}

describe('Gift Aid of a plan whose causes the platform chooses (S1 §5)', () => {
  test('is refused without an address, at the address fields', async () => {
    await expect(aPlan({ country: 'PK' })).rejects.toMatchObject({
      fields: { 'taxAddress.line1': { code: 'address-missing' }, giftAid: { code: 'gift-aid-not-offered' } },
    })
    const { Zip: _, ...withoutZip } = address()
    await expect(aPlan({ taxAddress: withoutZip })).rejects.toMatchObject({
      fields: { 'taxAddress.postalCode': { code: 'postal-code-invalid' } },
    })
  })

  test('is refused to a donor who is abroad and lives there', async () => {
    await expect(aPlan(abroad)).rejects.toMatchObject({ fields: { giftAid: { code: 'gift-aid-not-offered' } } })
    await expect(aPlan({ ...abroad, giftAid: false, taxReceipt: true })).rejects.toMatchObject({
      fields: { taxReceipt: { code: 'tax-receipt-not-offered' } },
    })
  })

  test('is accepted for UK residents anywhere and for donors in the UK (receipts-8)', async () => {
    expect(await markOf(await aPlan({ country: 'PK', taxAddress: address() }))).toEqual([true, 1])
    expect(await markOf(await aPlan({ ...abroad, country: 'GB' }))).toEqual([true, 1])
  })

  test.each([
    ['no address', null],
    ['half an address', { firstName: 'Amina', line1: '', city: '', country: 'GB' }],
    [
      'an address abroad',
      {
        firstName: 'Amina',
        lastName: 'Yusuf',
        line1: '1 Mall Road',
        city: 'Lahore',
        postalCode: '54000',
        country: 'PK',
      },
    ],
  ])('started earlier with %s claims nothing', async (_, taxAddress) => {
    const plan = await aPlan({ ...abroad, taxAddress: address() })
    const { id, details } = (await findSubscription(installation.app.db, plan.subscription.id))!
    await installation.app.write((tx) => saveDetails(tx, id, { ...details, taxAddress: taxAddress as never }))
    expect(await markOf(plan)).toEqual([false, 0])
  })
})

describe('the Gift Aid declaration of a plan', () => {
  const begunAt = new Date('2026-11-20T12:00:00Z')
  const sentencesOf = async (donationId: string) => {
    const { snapshot } = await installation.app.db
      .selectFrom('receipts.line as l')
      .innerJoin('receipts.receipt as r', 'r.id', 'l.receipt_id')
      .select('r.snapshot')
      .where('l.donation_id', '=', donationId)
      .executeTakeFirstOrThrow()
    return (snapshot as ReceiptSnapshot).sentences
  }

  test('is made when the plan starts and stated by each donation and receipt (receipts-7)', async () => {
    const plan = await aPlan({ taxAddress: address(), country: 'GB' })
    // The agreement is renewed from another address, which makes no new declaration.
    const { id, details } = (await findSubscription(installation.app.db, plan.subscription.id))!
    await installation.app.write((tx) =>
      saveDetails(tx, id, { ...details, agreedAt: '2026-11-24T08:00:00.000Z', ip: '192.0.2.77' }),
    )
    const donation = await donationOf(plan)
    expect(await declarationsOf(donation.id)).toEqual([
      { at: begunAt, ip: details.ip, version: 'hmrc-2024-03', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(await sentencesOf(donation.id)).toEqual([
      expect.stringContaining('Gift Aid declaration of 20 November 2026 to '),
    ])
    const { order } = await installation.app.db
      .selectFrom('payments.intent as i')
      .innerJoin('giving.donation as d', 'd.intent_id', 'i.id')
      .select('i.order_details as order')
      .where('d.id', '=', donation.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(order)).toContain(details.ip)
    // The ledger keeps the declaration of an erased donor; the payment keeps no personal data.
    expect(JSON.stringify(withoutDonor(order as DonationOrder))).not.toMatch(
      new RegExp(`declared|${details.ip.replaceAll('.', '\\.')}`),
    )
  })
})

test('requests a tax receipt only from charities that can issue one to this donor', async () => {
  const causesIn = async (...countries: string[]) => {
    const made = await Promise.all(
      countries.map((country) =>
        aCampaign(installation.app, { currency: 'USD', tax_receipt_countries: [country], ends_at: null }),
      ),
    )
    return made.map(({ id }) => ({ campaignId: String(id), share: 10_000 / made.length }))
  }
  const begin = async (...countries: string[]) =>
    aPlan({
      causes: await causesIn(...countries),
      donationAmountCurrency: 'USD',
      country: 'US',
      giftAid: false,
      taxReceipt: true,
      taxAddress: address({ Country: 'US', State: 'MI', Zip: '48120' }),
    })
  const { subscription } = await begin('US', 'CA')
  now = new Date('2026-11-27T09:00:00Z')
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  now = new Date('2026-11-20T12:00:00Z')
  const donations = await installation.app.db
    .selectFrom('giving.donation as d')
    .innerJoin('subscriptions.occurrence as o', 'o.intent_id', 'd.intent_id')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .select(['c.tax_receipt_countries as countries', 'd.tax_receipt as taxReceipt'])
    .where('o.subscription_id', '=', subscription.id)
    .execute()
  expect(donations.toSorted((a, b) => a.countries[0]!.localeCompare(b.countries[0]!))).toEqual([
    { countries: ['CA'], taxReceipt: false },
    { countries: ['US'], taxReceipt: true },
  ])
  await expect(begin('CA')).rejects.toMatchObject({ fields: { taxReceipt: { code: 'tax-receipt-not-offered' } } })
})

test('refuses tax relief that none of the causes can give, as for one donation', async () => {
  const causes = [
    { campaignId: String((await aCampaign(installation.app, { currency: 'EUR', ends_at: null })).id), share: 10_000 },
  ]
  const request = { causes, country: 'GB', taxAddress: address() }
  await expect(aPlan(request)).rejects.toMatchObject({ fields: { giftAid: { code: 'gift-aid-not-offered' } } })
  await expect(aPlan({ ...request, giftAid: false, taxReceipt: true })).rejects.toMatchObject({
    fields: { taxReceipt: { code: 'tax-receipt-not-offered' } },
  })
})
