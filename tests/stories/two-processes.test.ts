import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { solvedProof } from '#modules/money/payments/testing.ts'
import { fillBasket } from '../faults/baskets.ts'
import { expectBooksToAgree, openCampaign } from '../faults/donations.ts'
import { type Installation, startInstallation } from '../faults/installation.ts'

/**
 * Tests guarantees across processes: two web processes with one database get requests alternately.
 */
let installation: Installation
let urls: string[]
let campaign: { readonly id: string; readonly currency: string }
beforeAll(async () => {
  installation = await startInstallation({ PAYMENT_TIMEOUT_MS: '20000' })
  await installation.start()
  urls = [installation.url, await installation.startAnother()]
  campaign = await openCampaign(installation)
}, 300_000)
afterAll(() => installation.stop())

type Result = {
  readonly code?: string
  readonly id?: string
  readonly intentId?: string
  readonly duplicateOf?: string
  readonly proof?: ProofChallenge
  readonly status?: string
}
type Request = {
  /** Index of the process that gets the request. */
  readonly at: number
  readonly path?: string
  readonly key?: string
  readonly visit?: string
  readonly network?: string
  readonly cookie?: string
  readonly token?: string
  readonly body?: object
}

async function send({
  at,
  path = `/api/donate/donate/${campaign.id}`,
  key = randomUUID(),
  visit = randomUUID(),
  network = '10.1.1.1',
  cookie,
  token,
  body,
}: Request) {
  const response = await fetch(`${urls[at % urls.length]}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'session-id': visit,
      'x-forwarded-for': network,
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const answered = (await response.json()) as { result?: Result } & Result
  return { status: response.status, result: answered.result ?? answered, cookie: response.headers.get('set-cookie') }
}
const visa = 'pm_card_visa'
const declining = 'pm_card_visa_chargeDeclined'
const donation = (input: { amount?: number; card?: string; email?: string | null } & Record<string, unknown>) => {
  const { amount = 20, card = visa, email = `${randomUUID()}@example.org`, ...more } = input
  return {
    amount: String(amount),
    currency: campaign.currency,
    tokens: [{ type: 'card', token: card }],
    ...(email === null ? {} : { guest: { email, name: 'A donor' } }),
    ...more,
  }
}
const eighty = (valueOf: (position: number) => Omit<Request, 'at'>): Request[] =>
  Array.from({ length: 80 }, (_, index) => ({ ...valueOf(index), at: index }))

/** Sends requests concurrently. Returns the number of each response, and the number of charges. */
async function outcomes(requests: readonly Request[]) {
  const before = (await installation.charges()).length
  const answers = await Promise.all(requests.map(send))
  const counts: Record<string, number> = {}
  for (const { status, result } of answers) {
    const answer = status === 200 ? 'paid' : (result.code ?? String(status))
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return { counts, charged: (await installation.charges()).length - before, answers }
}

test('the same donation sent 80 times from tabs of one visit is charged once, and its repetition once more', async () => {
  const same = { visit: 'tabs', network: '10.2.1.1' }
  const body = donation({ amount: 31, email: 'tabs@example.org' })
  const first = await outcomes(eighty(() => ({ ...same, body })))
  expect([first.counts, first.charged]).toEqual([{ paid: 1, 'duplicate-donation': 79 }, 1])
  const { duplicateOf: repeatOf } = first.answers.find(({ status }) => status === 409)!.result
  const repeated = await outcomes(eighty(() => ({ ...same, body: { ...body, repeatOf } })))
  expect([repeated.counts, repeated.charged]).toEqual([{ paid: 1, 'duplicate-donation': 79 }, 1])
})

test('a logged-in tab and a logged-out tab of one browser are charged once', async () => {
  const email = 'yusuf@example.org'
  const login = await send({ at: 0, path: '/v4/login', body: { email, password: 'sunbul-demo-2026' } })
  expect(login.status).toBe(200)
  const cookie = login.cookie!.split(';')[0]!
  const tabs = await outcomes(
    eighty((position) => ({
      visit: 'one browser',
      network: '10.3.1.1',
      ...(Math.floor(position / 2) % 2 === 0 ? { cookie } : {}),
      body: donation({ amount: 32, email }),
    })),
  )
  expect([tabs.counts, tabs.charged]).toEqual([{ paid: 1, 'duplicate-donation': 79 }, 1])
})

test('a basket that is paid in two tabs is charged once', async () => {
  const { id, token } = await fillBasket(installation)
  const path = `/v4/checkout/guest/baskets/${id}/checkout`
  const body = { tokens: [{ type: 'card', token: visa }], guest: { email: 'basket@example.org', name: 'A donor' } }
  const { counts, charged } = await outcomes(eighty(() => ({ path, token, network: '10.4.1.1', body })))
  expect([counts.paid, charged]).toEqual([1, 1])
})

test('a donation with a limited giving level is charged once, and reserves it once', async () => {
  const { rows } = await installation.owner.query<{ id: string; campaignId: string; currency: string; amount: string }>(
    `update campaigns.level l set claim_limit = claimed + reserved + 50, require_note = false, require_email = false, require_shipping = false,
       require_emergency_contact = false, require_medical = false from campaigns.campaign c where c.id = l.campaign_id and l.id = (select l.id
       from campaigns.level l join campaigns.campaign c on c.id = l.campaign_id where c.status = 1 and l.status = 1 and l.amount > 0
         and (c.ends_at is null or c.ends_at > now() + interval '1 day') order by l.id limit 1)
     returning l.id::text, c.id::text as "campaignId", c.currency, (l.amount / 100)::text as amount`,
  )
  const { id: rewardID, campaignId, currency, amount } = rows[0]!
  const pieces = `select coalesce(sum(quantity), 0)::int as pieces from campaigns.level_claim where level_id = $1 and state <> 'released'`
  const before = await installation.owner.query(pieces, [rewardID])
  const body = donation({ amount: Number(amount), currency, rewardID, email: 'level@example.org' })
  const leveled = await outcomes(
    eighty(() => ({ path: `/api/donate/donate/${campaignId}`, visit: 'level', network: '10.5.1.1', body })),
  )
  // 202: on a slow machine the charge may take longer than its request waits, and is looked up afterwards.
  const { paid = 0, '202': processing = 0, ...others } = leveled.counts
  expect([paid + processing, leveled.charged]).toEqual([1, 1])
  expect(Object.keys(others).filter((code) => !['duplicate-donation', 'attempt-in-progress'].includes(code))).toEqual(
    [],
  )
  const held = await installation.owner.query(pieces, [rewardID])
  expect(held.rows[0].pieces - before.rows[0].pieces).toBe(1)
})

test('another card for a declined donation and the same donation anew are charged once', async () => {
  const visit = { visit: 'another card', network: '10.5.2.1' }
  const body = donation({ amount: 33, email: 'another@example.org' })
  const { intentId } = (
    await send({ at: 0, ...visit, body: { ...body, tokens: [{ type: 'card', token: declining }] } })
  ).result
  const cards = await outcomes(
    eighty((position) => ({ ...visit, body: Math.floor(position / 2) % 2 === 0 ? { ...body, intentId } : body })),
  )
  expect([cards.counts.paid, cards.charged]).toEqual([1, 1])
})

test('of 80 declined cards tried at once from one network 20 reach the bank [payments-16]', async () => {
  const { counts, charged } = await outcomes(
    eighty(() => ({ network: '10.6.1.1', body: donation({ card: declining }) })),
  )
  expect([counts, charged]).toEqual([{ 'payment-declined': 20, 'human-check-required': 60 }, 0])
})

/** Solves one proof at a time, so that this process can send what others have solved. */
let solving: Promise<unknown> = Promise.resolve()
function solveInTurn(proof: ProofChallenge): Promise<string> {
  const solved = solving.then(async () => {
    await nextTurn()
    return solvedProof(proof)
  })
  solving = solved
  return solved
}

/** Solves the proof of work if one is required and repeats the request, like the page. */
async function donateFromPhone(
  position: number,
): Promise<{ readonly answer: string; readonly proofs: number; readonly hardest: number }> {
  const request = { at: position, key: randomUUID(), visit: randomUUID(), network: '10.7.1.1' }
  const body = donation({ amount: 15 })
  let [answer, proofs, hardest, reCaptcha] = ['', 0, 0, '']
  for (let tries = 0; tries < 40; tries++) {
    const { status, result } = await send({ ...request, body: reCaptcha ? { ...body, reCaptcha } : body })
    answer = status === 200 ? 'paid' : (result.code ?? String(status))
    if (status === 200) break
    if (result.code === 'human-check-required' && proofs < 3) {
      proofs += 1
      hardest = Math.max(hardest, result.proof!.range)
      reCaptcha = await solveInTurn(result.proof!)
      // 408: a busy machine sent the request too late, and it was not received.
    } else if (status === 202 || status === 408 || result.code === 'attempt-in-progress') await sleep(500)
    else break
  }
  return { answer, proofs, hardest }
}

test('300 donors behind one address are all charged once at the same moment, some after a proof of work', async () => {
  const before = (await installation.charges()).length
  const donors = await Promise.all(Array.from({ length: 300 }, (_, index) => donateFromPhone(index)))
  expect(donors.filter(({ answer }) => answer !== 'paid')).toEqual([])
  expect(Math.max(...donors.map(({ proofs }) => proofs))).toBe(1)
  // A browser tries this many numbers in a fraction of a second.
  expect(Math.max(...donors.map(({ hardest }) => hardest))).toBe(20_000)
  expect((await installation.charges()).length - before).toBe(300)
}, 90_000)

const logIn = async (email: string) =>
  (await send({ at: 0, path: '/v4/login', body: { email, password: 'sunbul-demo-2026' } })).cookie!.split(';')[0]!

test('a limit per minute holds over both processes (contract-14)', async () => {
  const cookie = await logIn('yusuf@example.org')
  const path = '/v4/me/name'
  const body = { firstName: 'Yusuf', lastName: 'Rahman' }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send({ at, path, cookie, body })))
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(20)
})

test('sixty login links for one mailbox at once send the first five (accounts-6)', async () => {
  const body = { email: 'yusuf@example.org' }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => send({ at, path: '/v4/login/links', network: '10.8.1.1', body })),
  )
  expect(new Set(answers.map(({ status, result }) => JSON.stringify([status, result]))).size).toBe(1)
  const { rows } = await installation.owner.query(
    'select count(*)::int as mails from identity.email_request where email_key = $1 and is_mailed',
    [body.email],
  )
  expect(rows[0].mails).toBe(5)
})

test('a plan that is started in many tabs starts once, whichever process gets them (recurring-33)', async () => {
  const plan = {
    givingPlanId: '0199a000-0000-7000-8000-000000000002',
    donationAmount: 1100,
    donationAmountCurrency: campaign.currency,
    timeZone: 'Europe/London',
    causes: [{ campaignId: campaign.id, share: 10_000 }],
    guest: { email: 'plan-tabs@example.org', name: 'A donor' },
    tokens: [{ type: 'card', token: visa }],
  }
  const start = async (at: number) => {
    const request = { at, path: '/v4/subscriptions', key: randomUUID(), visit: 'plan tabs', network: '10.9.1.1' }
    const first = await send({ ...request, body: plan })
    const reCaptcha = first.result.proof ? solvedProof(first.result.proof) : undefined
    const { result } = reCaptcha === undefined ? first : await send({ ...request, body: { ...plan, reCaptcha } })
    return result.code ?? result.status
  }
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => start(at)))
  expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'duplicate-plan')).toHaveLength(7)
  const { rows } = await installation.owner.query(
    'select count(*)::int as plans from subscriptions.subscription where guest_email = $1',
    [plan.guest.email],
  )
  expect(rows[0].plans).toBe(1)
})

test('the books agree', () => expectBooksToAgree(installation), 120_000)
