import type { Currency } from '#shared/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import type { DonationLine } from '#modules/money/giving/order/order.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { notificationPorts } from '#modules/platform/notifications/testing.ts'
import { type MailContent, mailLayout, type NotificationPorts } from '#modules/platform/notifications/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { issueReceipts } from './issue-receipts.ts'
import type { ReceiptSnapshot } from './rules/snapshot.ts'

let database: TestDatabase
let ports: NotificationPorts & { tokenSecret: string }
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase({ max: 10 })
  ports = {
    ...notificationPorts(testPorts(database.database, clock.now), {
      mailFrom: 'Sunbul <giving@give.example.org>',
      origin: 'https://give.example.org',
    }),
    tokenSecret: 'a secret of at least thirty-two characters',
  }
})
afterAll(() => database.drop())

type Order = { lines: DonationLine[]; currency?: Currency; email?: string | null; locale?: string }

/** Settles a payment and returns its intent's id. */
async function aPaidDonation({
  lines,
  currency = 'GBP',
  email = 'amina@example.org',
  locale = 'en',
}: Order): Promise<string> {
  const attempt = await aClaimedAttempt(ports, anOrder(lines, { email, locale }), { currency })
  await settle(ports as NotificationPorts & GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${ports.newId()}`,
    amount: attempt.amount,
    currency,
    fee: 69n,
    card: { brand: 'visa', last4: '4242' },
  })
  return attempt.intentId
}
const paidDonations = async (campaignId: bigint, count: number): Promise<string[]> => {
  const intentIds: string[] = []
  for (let index = 0; index < count; index++) intentIds.push(await aPaidDonation({ lines: [aLine(ports, campaignId)] }))
  return intentIds
}
const issue = (intentIds: readonly string[]) => ports.write((tx) => issueReceipts(ports, tx, intentIds))

type Issued = {
  readonly number: string
  readonly kind: string
  readonly serial: bigint
  readonly tax_year: number
  readonly email: string | null
  readonly snapshot: ReceiptSnapshot
}
const receiptsOf = (intentId: string): Promise<Issued[]> =>
  ports.db
    .selectFrom('receipts.receipt')
    .select(['number', 'kind', 'serial', 'tax_year', 'email', 'snapshot'])
    .where('intent_id', '=', intentId)
    .orderBy('issuer_id')
    .execute() as Promise<Issued[]>
const serialsOf = async (issuerId: bigint): Promise<bigint[]> =>
  (
    await ports.db
      .selectFrom('receipts.receipt')
      .select('serial')
      .where('issuer_id', '=', issuerId)
      .orderBy('serial')
      .execute()
  ).map((row) => row.serial)
const counting = (count: number): bigint[] => Array.from({ length: count }, (_, index) => BigInt(index + 1))
const mailsOf = (number: string) =>
  ports.db
    .selectFrom('notifications.mail')
    .select(['kind', 'to_address', 'locale', 'subject', 'content'])
    .where('message_id', '=', `<receipt.${number}@give.example.org>`)
    .execute()

describe('a paid donation', () => {
  test('has one numbered receipt with its line, and one email under the receipt’s id', async () => {
    const campaign = await aCampaign(ports)
    const [intentId] = await paidDonations(campaign.id, 1)
    await issue([intentId!])
    const [receipt] = await receiptsOf(intentId!)
    expect(receipt).toMatchObject({
      number: `${campaign.organization_id}-2026-000001`,
      kind: 'plain',
      serial: 1n,
      tax_year: 2026,
      email: 'amina@example.org',
    })
    expect(receipt!.snapshot).toMatchObject({
      version: 1,
      number: receipt!.number,
      gift: '20.00',
      tip: '3.20',
      total: '23.20',
      issuer: { name: 'Umeed Trust' },
      payment: { method: 'card', brand: 'visa', last4: '4242' },
    })
    expect(await mailsOf(receipt!.number)).toMatchObject([
      {
        kind: 'receipt',
        to_address: 'amina@example.org',
        locale: 'en',
        subject: `Your receipt ${receipt!.number}: £20.00 to Clean water for Tharparkar`,
      },
    ])
  })

  test('that is reported again gets no second receipt, email or serial', async () => {
    const campaign = await aCampaign(ports)
    const intentIds = await paidDonations(campaign.id, 2)
    await issue(intentIds)
    await issue(intentIds)
    const [third] = await paidDonations(campaign.id, 1)
    await issue([...intentIds, third!, third!])
    expect(await serialsOf(campaign.organization_id)).toEqual(counting(3))
    expect(await mailsOf((await receiptsOf(intentIds[0]!))[0]!.number)).toHaveLength(1)
  })

  test('without an email has a receipt, which isn’t emailed', async () => {
    const intentId = await aPaidDonation({ lines: [aLine(ports, (await aCampaign(ports)).id)], email: null })
    await issue([intentId])
    const [receipt] = await receiptsOf(intentId)
    expect(receipt).toMatchObject({ email: null })
    expect(await mailsOf(receipt!.number)).toEqual([])
  })

  test('whose donor gets a summary has a receipt without an email, and another one has its own', async () => {
    const [daily, weekly] = await paidDonations((await aCampaign(ports)).id, 2)
    const planLinks = new Map(
      [daily!, weekly!].map((intentId) => [
        intentId,
        { manage: `https://give.example.org/manage/${intentId}`, notMe: `https://give.example.org/not-me/${intentId}` },
      ]),
    )
    await ports.write((tx) => issueReceipts(ports, tx, [daily!, weekly!], { unmailed: new Set([daily!]), planLinks }))
    const mails = await Promise.all(
      [daily!, weekly!].map(async (intentId) => mailsOf((await receiptsOf(intentId))[0]!.number)),
    )
    expect(mails.map((mail) => mail.length)).toEqual([0, 1])
    const { text } = mailLayout(mails[1]![0]!.content as MailContent)
    for (const url of Object.values(planLinks.get(weekly!)!)) expect(text).toContain(url)
  })

  test('with an address but without relief or requested receipt prints the donor’s name only', async () => {
    const organization = await anOrganization(ports, {
      receipt_regime: 'us',
      country: 'US',
      time_zone: 'America/New_York',
    })
    const campaign = await aCampaign(ports, { organization_id: organization.id, currency: 'USD' })
    const taxAddress = {
      firstName: 'A.',
      lastName: 'Yusuf',
      line1: '1 Main Street',
      city: 'Dearborn',
      state: 'MI',
      postalCode: '48126',
      country: 'US',
    }
    const printed = async (over: Partial<DonationLine>) => {
      const intentId = await aPaidDonation({
        lines: [aLine(ports, campaign.id, { taxAddress, ...over })],
        currency: 'USD',
      })
      await issue([intentId])
      return (await receiptsOf(intentId))[0]!.snapshot.donor
    }
    expect(await printed({})).toEqual({ name: 'Amina Yusuf', address: null })
    expect(await printed({ taxReceipt: true })).toEqual({ name: 'A. Yusuf', address: taxAddress })
  })

  test('of an Arabic reader is emailed in Arabic', async () => {
    const intentId = await aPaidDonation({ lines: [aLine(ports, (await aCampaign(ports)).id)], locale: 'ar' })
    await issue([intentId])
    const [mail] = await mailsOf((await receiptsOf(intentId))[0]!.number)
    expect(mail).toMatchObject({ locale: 'ar' })
    expect(mailLayout(mail!.content as MailContent).text).toContain('السلام عليكم')
  })

  test('has no number before it is issued, and an unknown donation is ignored', async () => {
    const unknown = ports.newId()
    await issue([])
    await issue([unknown])
    expect(await receiptsOf(unknown)).toEqual([])
  })
})

describe('a basket', () => {
  test('has one receipt per charity with a line per donation', async () => {
    const [one, other] = [await aCampaign(ports), await aCampaign(ports)]
    const sister = await aCampaign(ports, { organization_id: one.organization_id, name: 'School books' })
    const intentId = await aPaidDonation({
      lines: [aLine(ports, one.id), aLine(ports, other.id), aLine(ports, sister.id)],
    })
    await issue([intentId])
    const receipts = await receiptsOf(intentId)
    expect(receipts.map(({ snapshot }) => [snapshot.issuer.id, snapshot.lines.map((line) => line.campaign)])).toEqual([
      [String(one.organization_id), ['Clean water for Tharparkar', 'School books']],
      [String(other.organization_id), ['Clean water for Tharparkar']],
    ])
  })

  test('takes the donor’s address from the line that has it', async () => {
    const organization = await anOrganization(ports, {
      receipt_regime: 'ca',
      country: 'CA',
      time_zone: 'America/Toronto',
      receipt_signatory: 'Layla Haddad',
    })
    const campaign = await aCampaign(ports, { organization_id: organization.id, currency: 'CAD' })
    const taxAddress = {
      firstName: 'Amina',
      lastName: 'Yusuf',
      line1: '1 King Street',
      city: 'Toronto',
      state: 'ON',
      postalCode: 'M5V 2T6',
      country: 'CA',
    }
    const intentId = await aPaidDonation({
      lines: [aLine(ports, campaign.id), aLine(ports, campaign.id, { taxReceipt: true, taxAddress })],
      currency: 'CAD',
    })
    await issue([intentId])
    expect(await receiptsOf(intentId)).toMatchObject([
      {
        kind: 'official',
        snapshot: {
          eligible: '20.00',
          gift: '40.00',
          donor: { name: 'Amina Yusuf', address: { line1: '1 King Street' } },
        },
      },
    ])
  })
})

test('subtracts a giving level’s benefit for each piece', async () => {
  const organization = await anOrganization(ports, {
    receipt_regime: 'us',
    country: 'US',
    time_zone: 'America/New_York',
  })
  const campaign = await aCampaign(ports, { organization_id: organization.id, currency: 'USD' })
  const level = await aLevel(ports, campaign.id, { amount: 5_000n, benefit_value: 1_000n })
  const intentId = await aPaidDonation({
    lines: [aLine(ports, campaign.id, { gift: '10000', levelId: String(level.id), quantity: 2 })],
    currency: 'USD',
  })
  await issue([intentId])
  expect(await receiptsOf(intentId)).toMatchObject([
    { kind: 'official', snapshot: { lines: [{ gift: '100.00', advantage: '20.00', eligible: '80.00' }] } },
  ])
})

test('serials are counted by the calendar year in the issuer’s time zone', async () => {
  const kuwaiti = await aCampaign(ports, {
    organization_id: (await anOrganization(ports, { receipt_regime: 'plain', country: 'KW', time_zone: 'Asia/Kuwait' }))
      .id,
  })
  const american = await aCampaign(ports, {
    organization_id: (
      await anOrganization(ports, { receipt_regime: 'us', country: 'US', time_zone: 'America/New_York' })
    ).id,
  })
  const newYear = new Date('2026-12-31T22:30:00Z')
  const late = {
    ...notificationPorts({ ...ports, clock: () => newYear }, { mailFrom: ports.mailFrom }),
    tokenSecret: ports.tokenSecret,
  }
  const before = ports
  ports = late
  const intentIds = [
    await aPaidDonation({ lines: [aLine(late, kuwaiti.id)] }),
    await aPaidDonation({ lines: [aLine(late, american.id)] }),
  ]
  ports = before
  await issue(intentIds)
  expect([(await receiptsOf(intentIds[0]!))[0]!.tax_year, (await receiptsOf(intentIds[1]!))[0]!.tax_year]).toEqual([
    2027, 2026,
  ])
})

describe('concurrent batches', () => {
  test('number without gaps or duplicates when they share issuers in either order', async () => {
    const [one, other] = [await aCampaign(ports), await aCampaign(ports)]
    const ones = await paidDonations(one.id, 24)
    const others = await paidDonations(other.id, 24)
    const batches = Array.from({ length: 8 }, (_, index) => {
      const mine = [ones.slice(index * 3, index * 3 + 3), others.slice(index * 3, index * 3 + 3)]
      return (index % 2 === 0 ? mine : mine.toReversed()).flat()
    })
    await Promise.all(batches.map(issue))
    expect(await serialsOf(one.organization_id)).toEqual(counting(24))
    expect(await serialsOf(other.organization_id)).toEqual(counting(24))
  })

  test('run one after the other, and serials of a failed batch are used by the next', async () => {
    const campaign = await aCampaign(ports)
    const [lost, kept] = await paidDonations(campaign.id, 2)
    let waiting: Promise<void> | undefined
    const failing = ports.write(async (tx) => {
      await issueReceipts(ports, tx, [lost!])
      waiting = issue([kept!])
      await untilBlocked()
      throw new Error('the worker died')
    })
    await expect(failing).rejects.toThrow('the worker died')
    await waiting
    expect(await serialsOf(campaign.organization_id)).toEqual([1n])
    await issue([lost!, kept!])
    expect(await serialsOf(campaign.organization_id)).toEqual(counting(2))
  })

  test('with a repeated donation make one receipt of it, without a gap', async () => {
    const campaign = await aCampaign(ports)
    const intentIds = await paidDonations(campaign.id, 3)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => issue(intentIds)))
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
    await issue(await paidDonations(campaign.id, 1))
    expect(await serialsOf(campaign.organization_id)).toEqual(counting(4))
  })
})

/** Waits until another connection is blocked by a lock, so that the test needs no fixed delay. */
async function untilBlocked(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } =
      await sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
        ports.db,
      )
    if (rows.length > 0) return
  }
  throw new Error('no connection waits')
}

describe('an issued receipt', () => {
  test.each(['receipts.receipt', 'receipts.line', 'receipts.void'])(
    'in %s is never changed or removed, not even by the owner',
    async (table) => {
      const [intentId] = await paidDonations((await aCampaign(ports)).id, 1)
      await issue([intentId!])
      await sql`insert into receipts.void (receipt_id, reason, voided_at) select id, 'refunded', ${clock.now()} from receipts.receipt where intent_id = ${intentId}`.execute(
        ports.db,
      )
      const column = { 'receipts.receipt': 'locale', 'receipts.line': 'revision', 'receipts.void': 'reason' }[table]!
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(sql.raw(statement).execute(ports.db)).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining('permission denied'),
        })
        await expect(asOwner(statement)).rejects.toMatchObject({
          code: '42501',
          message: 'an issued receipt never changes',
        })
      }
    },
  )
})

test('the database refuses a repeated serial or number and a second live line of a donation', async () => {
  const campaign = await aCampaign(ports)
  const [intentId, other] = await paidDonations(campaign.id, 2)
  await issue([intentId!])
  const copy = (table: string, over: object) =>
    sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${JSON.stringify(over)}::jsonb)).* from ${sql.table(table)} t
      where ${table === 'receipts.receipt' ? sql`t.intent_id = ${intentId}` : sql`donation_id in (select id from giving.donation where intent_id = ${intentId})`}`.execute(
      ports.db,
    )
  const anew = () => ({ id: ports.newId(), intent_id: other })
  const twice = { code: '23505' }
  await expect(copy('receipts.receipt', { ...anew(), number: 'another' })).rejects.toMatchObject({
    ...twice,
    constraint: expect.stringContaining('serial'),
  })
  await expect(copy('receipts.receipt', { ...anew(), serial: 99 })).rejects.toMatchObject({
    ...twice,
    constraint: 'receipt_number_key',
  })
  const more = ports.newId()
  await copy('receipts.receipt', { ...anew(), id: more, serial: 99, number: 'another' })
  await expect(copy('receipts.line', { receipt_id: more })).rejects.toMatchObject({ ...twice, constraint: 'line_pkey' })
})

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}
