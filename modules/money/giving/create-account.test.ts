import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { findViewerBySession } from '#modules/platform/identity/viewer.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { anAccount, aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { conclude } from '#modules/money/payments/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { createAccountForGuest } from './create-account.ts'
import { ownsDonation } from './owned.ts'
import type { GivingPorts } from './ports.ts'
import { settle } from './payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'
import { thankYou } from './thank-you.ts'

const anonymous = { kind: 'anonymous' } as const
const password = 'ears of grain'
const clock = manualClock()
let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
    planStarter: { movePlanToNewAccount: async () => undefined },
  } as unknown as GivingPorts
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

/** Creates a guest's paid donation and the token that its browser tab has. */
async function aDonation(over: Parameters<typeof anOrder>[1] = {}) {
  const line = aLine(ports, campaignId)
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([line], { guestId: ports.newId(), email: `${ports.newId()}@example.org`, ...over }),
  )
  await settle(ports, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${line.donationId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  const token = signToken(ports.tokenSecret, 'donation', attempt.intentId, new Date(clock.now().getTime() + 86_400_000))
  return { id: line.donationId, intentId: attempt.intentId, token }
}

test('a guest who chooses a password after donating is signed in and owns the donation [S2 §3] [accounts-4]', async () => {
  const email = `${ports.newId()}@example.org`
  const [earlier, donation] = [await aDonation({ email }), await aDonation({ email, name: 'Amina bint Yusuf' })]
  expect(await thankYou(ports, donation, 'en')).toMatchObject({ canBecomeMember: true })
  const opened = await createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password })
  const viewer = await findViewerBySession(ports, opened.token)
  expect(viewer).toMatchObject({
    accountId: opened.account.id,
    email,
    firstName: 'Amina',
    lastName: 'bint Yusuf',
    isEmailConfirmed: false,
  })
  expect(await ownsDonation(ports, opened.account.id, donation.id)).toBe(true)
  expect(await ownsDonation(ports, opened.account.id, earlier.id)).toBe(false)
  expect(await thankYou(ports, donation, 'en')).toMatchObject({ canBecomeMember: false })
  expect(await entriesAbout(ports.db, `donation:${donation.id}`, 5)).toMatchObject([
    { act: 'giving.donation-claimed', actorId: opened.account.id },
  ])
})

test('a guest who used someone else’s email sees that donation only and learns nothing [accounts-4] [security-10]', async () => {
  const victim = await anAccount(ports)
  const theirs = await aDonation({ accountId: victim.id, guestId: null, email: victim.email })
  const bait = await aDonation({ email: victim.email })
  const opened = await createAccountForGuest(ports, anonymous, aRequestContext(), { ...bait, password })
  expect(opened.account.id).not.toBe(victim.id)
  expect(await ownsDonation(ports, opened.account.id, theirs.id)).toBe(false)
  expect(await ownsDonation(ports, opened.account.id, bait.id)).toBe(true)
})

test('without the donation’s own token it isn’t found [security-3]', async () => {
  const [mine, theirs] = [await aDonation(), await aDonation()]
  const guest = signToken(ports.tokenSecret, 'guest', theirs.intentId, new Date(clock.now().getTime() + 1000))
  for (const token of [mine.token, guest, 'dn_nonsense', ''])
    await expect(
      createAccountForGuest(ports, anonymous, aRequestContext(), { intentId: theirs.intentId, token, password }),
    ).rejects.toMatchObject({
      code: 'not-found',
      status: 404,
    })
})

test('only one account gets the donation when two tabs claim it at the same time', async () => {
  const donation = await aDonation()
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password })),
  )
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  await expect(
    createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password }),
  ).rejects.toMatchObject({
    code: 'donation-has-an-owner',
    status: 409,
  })
})

test('a donation of an account, or without an email, can’t be claimed', async () => {
  const { viewer } = await aSession(ports)
  for (const donation of [
    await aDonation({ accountId: viewer.accountId, guestId: null }),
    await aDonation({ email: null }),
  ]) {
    expect(await thankYou(ports, donation, 'en')).toMatchObject({ canBecomeMember: false })
    await expect(
      createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password }),
    ).rejects.toMatchObject({
      code: 'donation-has-an-owner',
    })
  }
})

test('an unpaid donation is reported as unpaid and can be claimed after payment', async () => {
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([aLine(ports, campaignId)], { guestId: ports.newId(), email: `${ports.newId()}@example.org` }),
  )
  const token = signToken(ports.tokenSecret, 'donation', attempt.intentId, new Date(clock.now().getTime() + 86_400_000))
  const become = () =>
    createAccountForGuest(ports, anonymous, aRequestContext(), { intentId: attempt.intentId, token, password })
  await expect(become()).rejects.toMatchObject({ code: 'attempt-in-progress', status: 409 })
  await conclude(ports, {
    attemptId: attempt.id,
    attemptState: 'CHALLENGE',
    intentState: 'REQUIRES_ACTION',
    at: clock.now(),
  })
  await expect(become()).rejects.toMatchObject({ code: 'attempt-in-progress', status: 409 })
  await settle(ports, attempt, {
    kind: 'succeeded',
    chargeId: 'ch_after_the_question',
    amount: attempt.amount,
    currency: 'GBP',
  })
  await expect(become()).resolves.toBeDefined()
})

test('a declined donation is reported as declined', async () => {
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([aLine(ports, campaignId)], { guestId: ports.newId(), email: `${ports.newId()}@example.org` }),
  )
  const token = signToken(ports.tokenSecret, 'donation', attempt.intentId, new Date(clock.now().getTime() + 86_400_000))
  await settle(ports, attempt, { kind: 'declined', code: 'insufficient_funds', declineClass: 'SOFT' })
  await expect(
    createAccountForGuest(ports, anonymous, aRequestContext(), { intentId: attempt.intentId, token, password }),
  ).rejects.toMatchObject({
    code: 'payment-not-made',
    status: 409,
  })
})

test('a weak password creates no account, and the donation can still be claimed', async () => {
  const donation = await aDonation()
  await expect(
    createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password: 'short' }),
  ).rejects.toMatchObject({
    fields: { password: { code: 'password-too-short' } },
  })
  await expect(
    createAccountForGuest(ports, anonymous, aRequestContext(), { ...donation, password }),
  ).resolves.toBeDefined()
})
