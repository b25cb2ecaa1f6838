import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import { notificationPorts } from '#modules/platform/notifications/testing.ts'
import { type MailContent, mailLayout, type NotificationPorts } from '#modules/platform/notifications/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { issueReceipts } from './issue-receipts.ts'
import { resendReceipt } from './resend-receipt.ts'

let database: TestDatabase
let ports: NotificationPorts & { tokenSecret: string }
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase({ max: 10 })
  ports = {
    ...notificationPorts(testPorts(database.database, clock.now)),
    tokenSecret: 'a secret of at least thirty-two characters',
  }
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

async function aDonor() {
  const { id, email } = await anAccount(ports)
  return { accountId: id, email }
}
async function aDonation(
  who: { accountId: string; email: string },
  over: { email?: string | null; locale?: string; isReceipted?: boolean } = {},
): Promise<string> {
  const { email = who.email, locale = 'en', isReceipted = true } = over
  const line = aLine(ports, campaignId)
  const attempt = await aClaimedAttempt(ports, anOrder([line], { accountId: who.accountId, email, locale }))
  const paid = { kind: 'succeeded', chargeId: `ch_${ports.newId()}`, amount: attempt.amount, currency: 'GBP' } as const
  await settle(ports as NotificationPorts & GivingPorts, attempt, paid)
  if (isReceipted) await ports.write((tx) => issueReceipts(ports, tx, [attempt.intentId]))
  return line.donationId
}
const copiesTo = (email: string) =>
  ports.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content', 'message_id'])
    .where('to_address', '=', email)
    .where('kind', '=', 'receipt-copy')
    .execute()

test('a receipt is emailed again as a marked copy with the same number [S2 §7]', async () => {
  const donor = await aDonor()
  const sent = await resendReceipt(ports, donor, await aDonation(donor))
  expect(sent.remaining).toBe(2)
  const [copy] = await copiesTo(donor.email)
  expect(copy!.subject).toMatch(/^Copy: /)
  const { text } = mailLayout(copy!.content as MailContent)
  expect(text).toContain('This is the copy, not a second donation')
  expect(text).toContain(sent.number)
})

test('three copies a day are sent, however many requests are concurrent, and more the next day', async () => {
  const donor = await aDonor()
  const gift = await aDonation(donor)
  const requests = await Promise.allSettled(Array.from({ length: 8 }, () => resendReceipt(ports, donor, gift)))
  expect(requests.filter((request) => request.status === 'fulfilled')).toHaveLength(3)
  for (const request of requests)
    if (request.status === 'rejected')
      expect(request.reason).toMatchObject({ status: 429, code: 'receipt-copies-spent' })
  expect(await copiesTo(donor.email)).toHaveLength(3)
  clock.move({ days: 1 })
  expect(await resendReceipt(ports, donor, gift)).toMatchObject({ remaining: 2 })
})

test('an account can’t resend another’s receipt or learn that it exists [security-3]', async () => {
  const [mine, other] = [await aDonor(), await aDonor()]
  const gift = await aDonation(other)
  const { id: receiptId } = await resendReceipt(ports, other, gift)
  for (const id of [gift, receiptId, ports.newId(), 'no id', ''])
    await expect(resendReceipt(ports, mine, id)).rejects.toMatchObject({ status: 404 })
  expect(await copiesTo(other.email)).toHaveLength(1)
})

test('a receipt is requested by its id, in its language, and goes to the account if it has no email', async () => {
  const donor = await aDonor()
  const { id } = await resendReceipt(ports, donor, await aDonation(donor, { email: null, locale: 'ar' }))
  await resendReceipt(ports, donor, id)
  expect((await copiesTo(donor.email)).map((copy) => copy.subject.startsWith('نسخة: '))).toEqual([true, true])
})

test('a donation whose receipt is still being issued is refused and uses no copy', async () => {
  const donor = await aDonor()
  await expect(resendReceipt(ports, donor, await aDonation(donor, { isReceipted: false }))).rejects.toMatchObject({
    code: 'receipt-not-ready',
  })
  expect(await resendReceipt(ports, donor, await aDonation(donor))).toMatchObject({ remaining: 2 })
})

test('a request sends one email and has one response, repeated or concurrent [payments-1]', async () => {
  const donor = await aDonor()
  const gift = await aDonation(donor)
  const requests = await Promise.all(Array.from({ length: 5 }, () => resendReceipt(ports, donor, gift, 'one request')))
  for (const request of requests) expect(request).toEqual(requests[0])
  expect(requests[0]).toMatchObject({ remaining: 2 })
  await resendReceipt(ports, donor, gift, 'another request')
  clock.move({ days: 2 })
  expect(await resendReceipt(ports, donor, gift, 'one request')).toEqual(requests[0])
  expect(await copiesTo(donor.email)).toHaveLength(2)
  const other = await aDonation(donor)
  await expect(resendReceipt(ports, donor, other, 'one request')).rejects.toMatchObject({
    status: 422,
    code: 'idempotency-key-reused',
  })
  await expect(resendReceipt(ports, donor, gift, 'x'.repeat(256))).rejects.toMatchObject({
    status: 400,
    code: 'idempotency-key-too-long',
  })
  // The same key of another account is a different key.
  const stranger = await aDonor()
  expect(await resendReceipt(ports, stranger, await aDonation(stranger), 'one request')).toMatchObject({ remaining: 2 })
})
