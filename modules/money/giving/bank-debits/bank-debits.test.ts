import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { deliverMails } from '#modules/platform/notifications/deliver-mails.ts'
import { findLastAttempt } from '#modules/money/payments/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { resolveDueAttempts } from '../payment/resolve.ts'
import { reconcileCharges } from '../payment/reconcile.ts'
import { purgeMandates } from './purge-mandates.ts'
import { readReturnedDebit } from './returned-debit.ts'
import { dayMs } from '#shared/time.ts'

let installation: TestApp
const clock = manualClock()
let campaign: string
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: clock.now,
    environment: { DEFAULT_COUNTRY: 'US', CONTACT_EMAIL: 'help@sunbul.example' },
  })
  campaign = String((await aCampaign(installation.app, { currency: 'USD', name: 'Wells' })).id)
})
afterAll(() => installation.close())

const gateway = () => installation.sandbox!.gateway
const accounts = {
  pays: '000123456789',
  closed: '000111111113',
  unauthorized: '000333333335',
  insufficient: '000222222227',
  needsMicrodeposits: '000999999991',
}
const bankAccount = (account_number = accounts.pays) =>
  gateway().wallet.create({ type: 'us_bank_account', us_bank_account: { routing_number: '110000000', account_number } })
    .id

type Given = {
  account?: string
  email?: string
  authorization?: string
  language?: string
  payload?: object
  campaignId?: string
}
type Answered = {
  status: number
  body: {
    result: { id: string; token: string; status?: string; code?: string; fields?: object; intentId?: string }
    message?: string
  }
}
let keys = 0
async function give({
  account,
  email,
  authorization,
  language,
  payload,
  campaignId = campaign,
}: Given = {}): Promise<Answered> {
  keys += 1
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    remoteAddress: `192.0.2.${keys}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `debit-${keys}`,
      'user-agent': 'Tested/1.0',
      ...(authorization ? { authorization } : {}),
      ...(language ? { 'content-language': language } : {}),
    },
    payload: {
      amount: '100',
      currency: 'USD',
      guest: { email: email ?? `donor-${keys}@example.org`, name: 'Layla' },
      paymentMethod: 'ach',
      tokens: [{ type: 'ach', token: bankAccount(account) }],
      ...payload,
    },
  })
  return { status: answer.statusCode, body: answer.json() as Answered['body'] }
}

/** Lets the bank decide days later; the look-ups find its decision. */
async function letBankDecide() {
  await gateway().settlePending()
  await lookUp()
}
async function lookUp() {
  clock.move({ minutes: 11 })
  await resolveDueAttempts(installation.app)
  await drainOutbox(installation.app)
  await deliverMails(installation.app)
}
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'content'])
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
const donationsOf = (intentId: string) =>
  installation.app.db.selectFrom('giving.donation').selectAll().where('intent_id', '=', intentId).execute()
const mandates = (intentId: string) =>
  installation.app.db.selectFrom('giving.bank_debit_mandate').selectAll().where('intent_id', '=', intentId).execute()
const chargesOf = async (intentId: string) => {
  const attempt = await findLastAttempt(installation.app, intentId)
  return [...gateway().store.truth.values()].filter(
    ({ payment_intent }) => payment_intent === attempt?.providerIntentId,
  )
}
/** Ignores Q8: the test clock differs from PostgreSQL's, so everything pending looks overdue. */
const faultsOfBooks = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8:'),
  )

test('a pending debit has a mandate and an email, and is in no total, receipt or list [payments-26]', async () => {
  const { status, body } = await give({ email: 'pending@example.org' })
  expect([status, body.result.status]).toEqual([202, 'processing'])
  const { id } = body.result
  await lookUp()
  await lookUp()
  expect(await donationsOf(id)).toEqual([])
  expect(await mandates(id)).toMatchObject([{ ip: '192.0.2.1', user_agent: 'Tested/1.0', locale: 'en' }])
  const [mandate] = await mandates(id)
  expect(mandate?.text.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
    /^By pressing Donate you authorize .+, through Sunbul and its payment provider, to debit \$100\.00 once from this account on or after 20 November 2026, .+ write to help@sunbul\.example\.$/,
  )
  const mails = await mailsTo('pending@example.org')
  expect(mails.map(({ kind }) => kind)).toEqual(['bank-debit-started'])
  expect(JSON.stringify(mails[0]?.content)).toContain(mandate?.text)
  const intent = gateway().store.intents.get((await findLastAttempt(installation.app, id))!.providerIntentId)!
  expect(intent.object.status).toBe('processing')
  expect(await faultsOfBooks()).toEqual([])

  await letBankDecide()
  expect(await donationsOf(id)).toMatchObject([{ gift: 10_000n, payment_method: 'ach', card_last4: '6789' }])
  expect((await mailsTo('pending@example.org')).map(({ kind }) => kind)).toEqual(['bank-debit-started', 'receipt'])
  expect(await chargesOf(id)).toHaveLength(1)
  expect(await faultsOfBooks()).toEqual([])
})

test('words of support are published after payment, and deleted if the bank doesn’t pay [payments-26]', async () => {
  const words = () => installation.app.db.selectFrom('comments.comment').select('body').orderBy('body').execute()
  await give({ payload: { words: 'May Allah accept it' } })
  await give({ account: accounts.insufficient, payload: { words: 'Never seen' } })
  await lookUp()
  expect(await words()).toEqual([])
  await letBankDecide()
  expect(await words()).toEqual([{ body: 'May Allah accept it' }])
})

test('the donation’s time is when the bank paid, however late the notice arrives [payments-26]', async () => {
  const { body } = await give()
  const paidAt = new Date('2026-11-23T15:00:00Z')
  clock.move({ minutes: 60 * 24 * 5 })
  await gateway().settlePending()
  for (const [id, balance] of gateway().store.balances)
    gateway().store.balances.set(id, { ...balance, created: paidAt.getTime() / 1000 })
  await reconcileCharges(installation.app, new Date(0))
  await lookUp()
  expect((await donationsOf(body.result.id)).map(({ given_at }) => given_at)).toEqual([paidAt])
  expect(await chargesOf(body.result.id)).toHaveLength(1)
  expect(await faultsOfBooks()).toEqual([])
})

test('a debit below the minimum, above the maximum or without an email is refused at its field [payments-26]', async () => {
  const before = gateway().store.intents.size
  const refusedFields = async (payload: object) => (await give({ payload })).body.result.fields
  const limits = { amount: 'A bank account can pay from $10 to $10,000 at once. Choose another amount or pay by card.' }
  expect(await refusedFields({ amount: '9.99' })).toEqual(limits)
  expect(await refusedFields({ amount: '10000.01' })).toEqual(limits)
  expect(await refusedFields({ amount: '9990', feeAmount: '10.01' })).toEqual(limits)
  expect(await refusedFields({ guest: undefined })).toEqual({ 'guest.email': 'Enter your email address.' })
  expect(gateway().store.intents.size).toBe(before)
})

test('a donor has at most two pending debits by email and account, also with concurrent requests [payments-26]', async () => {
  const { token } = await aSession(installation.app)
  for (const donor of [{ email: 'often@example.org' }, { authorization: `Bearer ${token}` }]) {
    const answers = await Promise.all(['20', '30', '40', '50'].map((amount) => give({ ...donor, payload: { amount } })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['202', '202', '409', '409'])
    expect(answers.flatMap(({ body }) => body.result.code ?? [])).toEqual([
      'too-many-pending-debits',
      'too-many-pending-debits',
    ])
  }
  await letBankDecide()
  expect((await give({ email: 'often@example.org', payload: { amount: '60' } })).status).toBe(202)
  await letBankDecide()
})

test('an account that needs micro-deposits is cancelled at once, and the donor is asked for a card [payments-26]', async () => {
  const refused = await give({ account: accounts.needsMicrodeposits, email: 'small@example.org' })
  expect([refused.status, refused.body.result.code]).toEqual([402, 'bank-account-unverified'])
  const attempt = await findLastAttempt(installation.app, String(refused.body.result.intentId))
  expect(attempt).toMatchObject({ state: 'DECLINED', intentState: 'FAILED' })
  expect(gateway().store.intents.get(attempt!.providerIntentId)?.object.status).toBe('canceled')
  await drainOutbox(installation.app)
  expect(await mailsTo('small@example.org')).toEqual([])
})

test('a returned debit creates no donation, releases its giving level and sends one email [payments-26]', async () => {
  const own = await aCampaign(installation.app, { currency: 'USD' })
  const campaignId = String(own.id)
  const level = await aLevel(installation.app, own.id, {
    claim_limit: 1,
    title: 'The last one',
    amount: 2_500n,
    include_note: true,
  })
  const response = await give({
    campaignId,
    account: accounts.insufficient,
    email: 'poor@example.org',
    payload: { amount: '25', rewardID: String(level.id), note: 'For my mother' },
  })
  expect([response.status, response.body.result.fields]).toEqual([202, undefined])
  // The level stays reserved while the bank decides, which is longer than after a declined card.
  clock.move({ minutes: 60 * 24 })
  await lookUp()
  const another = { campaignId, payload: { amount: '25', rewardID: String(level.id) } }
  expect((await give(another)).status).toBe(409)
  await letBankDecide()
  const attempt = await findLastAttempt(installation.app, response.body.result.id)
  expect(attempt).toMatchObject({ state: 'DECLINED', intentState: 'FAILED', declineCode: 'insufficient_funds' })
  expect(await donationsOf(response.body.result.id)).toEqual([])
  expect(await chargesOf(response.body.result.id)).toEqual([])
  const mails = await mailsTo('poor@example.org')
  expect(mails.map(({ kind }) => kind)).toEqual(['bank-debit-started', 'bank-debit-failed'])
  expect(JSON.stringify(mails[1]?.content)).toContain(`?level=${level.id}&quantity=1&tip=0`)
  await lookUp()
  expect(await mailsTo('poor@example.org')).toHaveLength(2)
  expect((await give(another)).status).toBe(202)
  await letBankDecide()
  expect(await faultsOfBooks()).toEqual([])
})

test('the email about a returned debit reopens the form with its texts, which aren’t in the URL [payments-26]', async () => {
  const dedication = { kind: 'memory', name: 'Zahra Yusuf', isPublic: false }
  const response = await give({
    account: accounts.insufficient,
    email: 'again@example.org',
    payload: { CustomName: 'Abu Zayd', location: 'Leeds', words: 'May Allah accept it', dedication },
  })
  expect([response.status, response.body.result.fields]).toEqual([202, undefined])
  await lookUp()
  await letBankDecide()
  const mail = JSON.stringify((await mailsTo('again@example.org')).at(-1)?.content)
  const { searchParams } = new URL(/https?:[^"]*[?&]debit=[^"]*/.exec(mail)![0])
  expect(mail).not.toContain('Zayd')
  const intentId = response.body.result.id
  expect(searchParams.get('debit')).toBe(intentId)
  const read = async (id: string, token: string) => {
    const answer = await installation.fastify.inject({
      url: `/v4/returned-debits/${id}?token=${encodeURIComponent(token)}`,
    })
    return [answer.statusCode, answer.json<unknown>()]
  }
  const token = searchParams.get('token')!
  expect(await read(intentId, token)).toEqual([
    200,
    { isAnonymous: false, customName: 'Abu Zayd', location: 'Leeds', words: 'May Allah accept it', dedication },
  ])
  const other = await give()
  expect((await read(other.body.result.id, token))[0]).toBe(404)
  expect((await read(intentId, `${token.slice(0, -1)}_`))[0]).toBe(404)
  const later = { ...installation.app, clock: () => new Date(clock.now().getTime() + 31 * dayMs) }
  await expect(readReturnedDebit(later, { intentId, token })).rejects.toMatchObject({ code: 'not-found' })
})

test.each(['closed', 'unauthorized'] as const)(
  'an account that its bank calls %s is refused afterwards',
  async (kind) => {
    const account = accounts[kind]
    expect((await give({ account })).status).toBe(202)
    await letBankDecide()
    const again = await give({ account })
    expect([again.status, again.body.result.fields]).toEqual([
      400,
      {
        tokens:
          'This bank account can’t be used, because its bank refused an earlier payment. You haven’t been charged. Use another account or pay by card.',
      },
    ])
  },
)

test('the same donation is a duplicate as long as its debit is pending [payments-12]', async () => {
  const { token } = await aSession(installation.app)
  const authorization = `Bearer ${token}`
  const first = await give({ authorization, payload: { amount: '77' } })
  clock.move({ minutes: 60 * 24 * 2 })
  const second = await give({ authorization, payload: { amount: '77' } })
  expect([second.status, second.body.result.code]).toEqual([409, 'duplicate-donation'])
  const repeated = await give({ authorization, payload: { amount: '77', repeatOf: first.body.result.id } })
  expect(repeated.status).toBe(202)
  await letBankDecide()
})

test('the mandate on an Arabic page has the charity’s Arabic name [payments-26]', async () => {
  const charity = await anOrganization(installation.app, { name: 'Hope', name_ar: 'مؤسسة أمل' })
  const { id } = await aCampaign(installation.app, { currency: 'USD', organization_id: charity.id })
  const { body } = await give({ campaignId: String(id), language: 'ar' })
  expect(await mandates(body.result.id)).toMatchObject([{ locale: 'ar', text: expect.stringContaining('مؤسسة أمل') }])
})

test('a process killed after the confirmation leaves one debit, one mandate and one charge [payments-22]', async () => {
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === 'after_provider' ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  const { status, body } = await give({ email: 'killed@example.org' })
  Object.assign(installation.app, { failpoint: () => Promise.resolve() })
  expect([status, body.result.status]).toEqual([202, 'unknown'])
  const { id, token } = body.result
  expect(await mandates(id)).toEqual([])
  await lookUp()
  expect(await mandates(id)).toHaveLength(1)
  const response = await installation.fastify.inject({ url: `/v4/donations/${id}?token=${token}` })
  expect(response.json()).toMatchObject({ status: 'processing' })
  await letBankDecide()
  await Promise.all([resolveDueAttempts(installation.app), reconcileCharges(installation.app, new Date(0))])
  expect(await chargesOf(id)).toHaveLength(1)
  expect(await donationsOf(id)).toHaveLength(1)
  expect((await mailsTo('killed@example.org')).map(({ kind }) => kind)).toEqual(['bank-debit-started', 'receipt'])
  expect(await faultsOfBooks()).toEqual([])
})

test('mandates are deleted after two years and 90 days, not before [payments-27]', async () => {
  clock.move({ minutes: 60 * 24 * 2 * 365 })
  expect(await purgeMandates(installation.app)).toBe(0)
  clock.move({ minutes: 60 * 24 * 100 })
  expect(await purgeMandates(installation.app)).toBeGreaterThan(0)
})
