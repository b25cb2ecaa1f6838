import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Currency, parseMajor } from '#shared/money.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { requestStatement } from '#modules/money/receipts/statements.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { sweepRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  with_ = refundHelpers(installation)
})
afterAll(() => installation.close())

test('a donor’s year matches the ledger to the minor unit after partial refunds and disputes [receipts-12]', async () => {
  const finance = await with_.staff()
  const { token, viewer } = await aSession(installation.app)
  const give = async (currency: Currency, amount: string, feeAmount: string) =>
    with_.donation((await aCampaign(installation.app, { currency })).id, { currency, amount, feeAmount }, token)
  const donations = [
    await give('GBP', '33.33', '1.01'),
    await give('GBP', '47.77', '0'),
    await give('JPY', '1001', '77'),
    await give('KWD', '12.340', '1.230'),
    await give('KWD', '7.770', '0'),
  ]
  const [pounds, tipless, yen, dinars] = donations
  const part = (ids: { donationId: string }, gift: number) => ({
    everything: false,
    lines: [{ donationId: ids.donationId, gift }],
  })
  for (const [ids, gift] of [
    [pounds!, 1111],
    [tipless!, 4776],
    [yen!, 333],
    [dinars!, 3330],
  ] as const)
    expect((await with_.refund(finance, ids.intentId, part(ids, gift))).status).toBe(200)
  const { id } = await installation.app.db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('id', '=', dinars!.intentId)
    .executeTakeFirstOrThrow()
  const dispute = await installation.sandbox!.gateway.openDispute(
    installation.sandbox!.gateway.intent(id).object.latest_charge as string,
  )
  await installation.sandbox!.gateway.closeDispute(dispute.id, 'lost')
  await sweepRefunds(installation.app, new Date(installation.app.clock().getTime() - 3_600_000))
  await with_.drain()

  const year = Number((await listed(token))[0]!.year)
  const { id: statementId } = await requestStatement(installation.app, viewer as never, 'en', { regime: 'uk', year })
  const { content } = await installation.app.db
    .selectFrom('receipts.statement')
    .select('content')
    .where('id', '=', statementId)
    .executeTakeFirstOrThrow()
  const { totals } = content as {
    totals: { currency: Currency; gift: string; coveredFee: string; tip: string; total: string }[]
  }
  const stated = totals.map(({ currency, ...request }) => [
    currency,
    ...[request.gift, request.coveredFee, request.tip, request.total].map((text) => parseMajor(text, currency)!.amount),
  ])

  const { rows } = await sql<{ currency: string; gift: bigint; covered: bigint; tip: bigint; clearing: bigint }>`
    select e.currency, -sum(e.amount) filter (where e.meaning = 'gift')::bigint as gift, coalesce(-sum(e.amount) filter (where e.meaning = 'covered_fee'), 0)::bigint as covered,
      coalesce(-sum(e.amount) filter (where e.meaning = 'tip'), 0)::bigint as tip,
      sum(e.amount) filter (where e.account = 'provider_clearing' and e.meaning in ('charge', 'refund'))::bigint as clearing
    from ledger.entry e group by e.currency order by e.currency`.execute(installation.app.db)
  const booked = rows.map(({ currency, gift, covered: fees, tip, clearing }) => [
    currency.trim(),
    gift,
    fees,
    tip,
    clearing,
  ])
  expect(stated).toEqual(booked)
  expect(booked.map(([currency]) => currency)).toEqual(['GBP', 'JPY', 'KWD'])
})

const listed = async (token: string) =>
  (await with_.ask<{ statements: { year: number }[] }>(token, 'GET', '/v4/statements')).body.statements
