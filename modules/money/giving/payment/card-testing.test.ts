import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { solvedProof } from '#modules/money/payments/testing.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { unpaidAttemptsMax } from './card-testing.ts'

let installation: TestApp
let campaignId: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  campaignId = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

const declined = 'pm_card_visa_chargeDeclined'
let requests = 0
/** Donates from `ip`, by default in a new visit with a new email. */
async function donate(
  ip: string,
  token = 'pm_card_visa',
  over: { readonly key?: string; readonly reCaptcha?: string; readonly visit?: string } = {},
) {
  const request = (requests += 1)
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': over.key ?? `request ${request}`,
      'session-id': over.visit ?? `visit ${request}`,
    },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: [{ type: 'card', token }],
      guest: { email: `tester-${request}@example.org`, name: 'A tester' },
      ...(over.reCaptcha ? { reCaptcha: over.reCaptcha } : {}),
    },
  })
  const { result } = answer.json<{ result: { code?: string; proof?: ProofChallenge } }>()
  return { status: answer.statusCode, code: result.code, proof: result.proof }
}
const needsProof = { status: 429, code: 'human-check-required' }
async function decline(ip: string, count: number): Promise<void> {
  for (let refused = 0; refused < count; refused++) expect(await donate(ip, declined)).toMatchObject({ status: 402 })
}

test('declined cards count per network, also when each comes from another address of the same /64 [payments-16]', async () => {
  for (let refused = 0; refused < unpaidAttemptsMax; refused++)
    expect(await donate(`2001:db8:7:7::${refused + 1}`, declined)).toMatchObject({ status: 402 })
  expect(await donate('2001:db8:7:7:aaaa:bbbb:cccc:dddd')).toMatchObject(needsProof)
  expect(await donate('2001:db8:7:8::1')).toMatchObject({ status: 200 })
  expect(
    await installation.app.db
      .selectFrom('payments.attempt')
      .select('ip')
      .where('state', '=', 'DECLINED')
      .distinct()
      .execute(),
  ).toEqual([{ ip: '2001:db8:7:7::/64' }])
})

test('a proof of work permits one attempt, the one it was requested for [payments-16]', async () => {
  await decline('192.0.2.66', unpaidAttemptsMax)
  const request = await donate('192.0.2.66', declined, { key: 'one', visit: 'works' })
  expect(request).toMatchObject(needsProof)
  const reCaptcha = solvedProof(request.proof!)
  expect(await donate('192.0.2.66', declined, { key: 'another', visit: 'works', reCaptcha })).toMatchObject(needsProof)
  expect(await donate('192.0.2.66', declined, { key: 'one', visit: 'works', reCaptcha })).toMatchObject({ status: 402 })
  expect(await donate('192.0.2.66', declined, { key: 'two', visit: 'works', reCaptcha })).toMatchObject(needsProof)
  expect(await donate('192.0.2.67')).toMatchObject({ status: 200 })
})

/** Sends as many concurrent requests as a card tester, each in its own visit. */
const burst = async (ip: string, count: number, token?: string) =>
  Map.groupBy(await Promise.all(Array.from({ length: count }, () => donate(ip, token))), ({ status }) => status)
const attemptsFrom = async (ip: string) =>
  Number(
    (
      await installation.app.db
        .selectFrom('payments.attempt')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('ip', '=', ip)
        .executeTakeFirstOrThrow()
    ).count,
  )

test('cards tested in parallel reach the bank no more often than in sequence [payments-16]', async () => {
  const tried = await burst('192.0.2.70', 60, declined)
  expect(tried.get(402)!.length).toBe(unpaidAttemptsMax)
  expect(tried.get(429)!.every(({ code }) => code === 'human-check-required')).toBe(true)
  expect(await attemptsFrom('192.0.2.70')).toBe(unpaidAttemptsMax)
  expect((await burst('192.0.2.70', 30)).get(429)?.length).toBe(30)
})

test('20 concurrent donors of a network need no proof of work, also after a declined card', async () => {
  for (let round = 0; round < 3; round++)
    expect([...(await burst('192.0.2.71', unpaidAttemptsMax)).keys()]).toEqual([200])
  await decline('192.0.2.71', 1)
  expect([...(await burst('192.0.2.71', unpaidAttemptsMax - 1)).keys()]).toEqual([200])
})

test('the same request sent forty times counts once', async () => {
  const payload = {
    amount: '20',
    currency: 'GBP',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    guest: { email: 'forty@example.org', name: 'A donor' },
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'forty times', 'session-id': 'forty' }
  const url = `/api/donate/donate/${campaignId}`
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      installation.fastify.inject({ method: 'POST', url, remoteAddress: '192.0.2.72', headers, payload }),
    ),
  )
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(false)
  expect(await attemptsFrom('192.0.2.72')).toBe(1)
})
