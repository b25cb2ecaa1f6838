import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { setConfirmedEmail } from '#modules/platform/identity/email/email-queries.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { mailboxOf, ownedBy, ownsDonation } from './owned.ts'
import type { GivingPorts } from './ports.ts'
import { listZakatGiven } from './queries/zakat-given.ts'
import { settle } from './payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'

let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
  } as GivingPorts
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

type Donor = Parameters<typeof anOrder>[1]

async function aDonation(donor: Donor): Promise<string> {
  const line = aLine(ports, campaignId, { isZakat: true })
  const attempt = await aClaimedAttempt(ports, anOrder([line], donor))
  await settle(ports, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${line.donationId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  return line.donationId
}

async function seenBy(accountId: string): Promise<string[]> {
  const rows = await ports.db.selectFrom('giving.donation as d').select('d.id').where(ownedBy(accountId)).execute()
  for (const { id } of rows) expect(await ownsDonation(ports, accountId, id)).toBe(true)
  const ids = rows.map((row) => row.id).sort()
  // All of these donations are zakat, so the zakat query must return the same ids, each once.
  const zakat = await listZakatGiven(ports, accountId, { from: new Date(0), before: new Date('2100-01-01') })
  expect(zakat.map(({ id }) => id).sort()).toEqual(ids)
  return ids
}

const confirm = (accountId: string) =>
  ports.write((tx) =>
    tx.updateTable('identity.account').set({ email_confirmed_at: ports.clock() }).where('id', '=', accountId).execute(),
  )

test('an account sees the donations it made while signed in, and no one else’s', async () => {
  const [mine, other] = [await anAccount(ports), await anAccount(ports)]
  const gift = await aDonation({ accountId: mine.id, email: mine.email })
  expect(await seenBy(mine.id)).toEqual([gift])
  expect(await seenBy(other.id)).toEqual([])
  expect(await ownsDonation(ports, other.id, gift)).toBe(false)
  expect(await ownsDonation(ports, mine.id, 'no id')).toBe(false)
})

test('guest donations appear by email only after the email is proven [accounts-4]', async () => {
  const email = `Fatima.${ports.newId()}@Example.org`
  const donations = [
    await aDonation({ guestId: ports.newId(), email }),
    await aDonation({ guestId: ports.newId(), email: email.toUpperCase() }),
  ]
  const account = await anAccount(ports, { email, isConfirmed: false })
  expect(await seenBy(account.id)).toEqual([])
  await confirm(account.id)
  expect(await seenBy(account.id)).toEqual(donations.sort())
})

test('a claimed donation is visible without proof of the email, and no other of that email [accounts-4]', async () => {
  const email = `${ports.newId()}@example.org`
  const [before, now] = [
    await aDonation({ guestId: ports.newId(), email }),
    await aDonation({ guestId: ports.newId(), email }),
  ]
  const account = await anAccount(ports, { email, isConfirmed: false })
  await ports.write((tx) =>
    tx
      .insertInto('giving.claim')
      .values({ donation_id: now, account_id: account.id, claimed_at: ports.clock() })
      .execute(),
  )
  expect(await seenBy(account.id)).toEqual([now])
  expect(await ownsDonation(ports, account.id, before)).toBe(false)
})

test('proving an email shows donations of accounts that never proved it, and not the reverse', async () => {
  const owner = await anAccount(ports)
  const stranger = await anAccount(ports, { email: owner.email, isConfirmed: false })
  const [theirs, strangers] = [
    await aDonation({ accountId: owner.id, email: owner.email }),
    await aDonation({ accountId: stranger.id, email: owner.email }),
  ]
  expect(await seenBy(owner.id)).toEqual([theirs, strangers].sort())
  expect(await seenBy(stranger.id)).toEqual([strangers])
})

test('a donation of another proven account is never visible, whatever its email', async () => {
  const [mine, other] = [await anAccount(ports), await anAccount(ports)]
  await aDonation({ accountId: other.id, email: mine.email })
  expect(await seenBy(mine.id)).toEqual([])
})

/** Changes an account's email like the link in the confirmation email. */
const moveTo = (accountId: string, email: string) =>
  ports.write((tx) => setConfirmedEmail(tx, { accountId, email, at: ports.clock() }))
const mailboxOfDonation = async (id: string) =>
  (
    await ports.db
      .selectFrom('giving.donation as d')
      .select(sql<string>`${sql.raw(mailboxOf('d'))}`.as('email'))
      .where('d.id', '=', id)
      .executeTakeFirstOrThrow()
  ).email

test('an account sees donations of its former email until it changed it, and the next owner doesn’t', async () => {
  const mine = await anAccount(ports)
  const [remaining, taken] = [mine.email, `${ports.newId()}@example.org`]
  const never = await anAccount(ports, { email: remaining, isConfirmed: false })
  const [own, asGuest] = [
    await aDonation({ accountId: mine.id, email: remaining }),
    await aDonation({ guestId: ports.newId(), email: remaining.toUpperCase() }),
  ]
  const unproven = await aDonation({ accountId: never.id, email: remaining })
  const ofNewMailbox = await aDonation({ guestId: ports.newId(), email: taken })
  clock.move({ minutes: 1 })
  expect(await moveTo(mine.id, taken)).toBe(true)
  clock.move({ minutes: 1 })
  const after = await aDonation({ guestId: ports.newId(), email: remaining })
  expect(await seenBy(mine.id)).toEqual([own, asGuest, unproven, ofNewMailbox].sort())
  expect(await Promise.all([own, asGuest, ofNewMailbox, after].map(mailboxOfDonation))).toEqual([
    taken,
    taken,
    taken,
    remaining,
  ])
  const next = await anAccount(ports, { email: remaining })
  expect(await seenBy(next.id)).toEqual([after])
  expect(await mailboxOfDonation(after)).toBe(remaining)
})

test('an email that an account gave up and took again belongs to the account as before', async () => {
  const mine = await anAccount(ports)
  const gift = await aDonation({ guestId: ports.newId(), email: mine.email })
  for (const email of [`${ports.newId()}@example.org`, mine.email]) {
    clock.move({ minutes: 1 })
    expect(await moveTo(mine.id, email)).toBe(true)
  }
  const later = await aDonation({ guestId: ports.newId(), email: mine.email })
  expect(await seenBy(mine.id)).toEqual([gift, later].sort())
})

test('a claim is never changed or deleted', async () => {
  const account = await anAccount(ports)
  const gift = await aDonation({ guestId: ports.newId() })
  await ports.write((tx) =>
    tx
      .insertInto('giving.claim')
      .values({ donation_id: gift, account_id: account.id, claimed_at: ports.clock() })
      .execute(),
  )
  await expect(ports.write((tx) => tx.deleteFrom('giving.claim').execute())).rejects.toMatchObject({ code: '42501' })
})
