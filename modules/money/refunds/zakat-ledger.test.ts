import { ledgerServer } from '#modules/money/ledger/index-server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { findZakatFeeFundBalance } from '#modules/money/ledger/index.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { sweepRefunds, handleRefundWebhooks } from './look-up.ts'
import { refundHelpers } from './testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'

const zakat = { zakah: true, feeAmount: '0', amount: '100' }

describe.each(['zakat', 'platform', 'sponsor'] as const)('with ZAKAT_FEES=%s', (mode: ZakatFees) => {
  let installation: TestApp
  let with_: ReturnType<typeof refundHelpers>
  let finance: string
  const clock = manualClock()
  beforeAll(async () => {
    installation = await createTestApp({ withSandbox: true, clock: clock.now, environment: { ZAKAT_FEES: mode } })
    with_ = refundHelpers(installation)
    finance = await with_.staff()
    const { app } = installation
    await app.write((tx) =>
      ledgerServer.addToZakatFeeFund(tx, {
        txId: app.newId(),
        sourceId: app.newId(),
        at: clock.now(),
        currency: 'GBP',
        amount: 2000n,
      }),
    )
  })
  afterAll(() => installation.close())

  const balance = async (account: string, campaignId: bigint) =>
    Number(
      (
        await sql<{ sum: bigint }>`select coalesce(-sum(amount), 0)::bigint as sum from ledger.entry
        where account = ${account} and subject_id = ${campaignId}`.execute(installation.app.db)
      ).rows[0]?.sum,
    )
  const donation = (id: string) =>
    installation.app.db
      .selectFrom('giving.donation')
      .select(['zakat_eligible as eligible', 'processing_fee as fee', 'zakat_eligible_bps as bps'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const breaches = async () =>
    (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all))
      // The clock doesn't move, so Q8 reports emails and look-ups as overdue.
      .filter(({ title, count }) => count > 0 && !title.startsWith('Q8'))
      .map(({ title, rows }) => [title, rows])

  test('the eligible part of a partly eligible donation is in the zakat account until it is refunded', async () => {
    const { id } = await aCampaign(installation.app, { zakat_verified: true, zakat_eligible_bps: 8000 })
    const { donationId, intentId } = await with_.donation(id, zakat)
    const fee = mode === 'zakat' ? 215 : 0
    const eligible = Math.floor((10_000 - fee) * 0.8)
    expect(await donation(donationId)).toEqual({ eligible: BigInt(eligible), fee: BigInt(fee), bps: 8000 })
    expect([await balance('zakat_payable', id), await balance('campaign_payable', id)]).toEqual([
      eligible,
      10_000 - fee - eligible,
    ])
    await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 3333 }] })
    await with_.drain()
    const borne = fee - Math.floor((fee * 3333) / 10_000)
    const remaining = Math.floor((6667 - borne) * 0.8)
    expect([await balance('zakat_payable', id), await balance('campaign_payable', id)]).toEqual([
      remaining,
      6667 - borne - remaining,
    ])
    expect(await breaches()).toEqual([])
    await with_.refund(finance, intentId)
    await with_.drain()
    expect([await balance('zakat_payable', id), await balance('campaign_payable', id)]).toEqual([0, 0])
  })

  test('a covered donation counts without its fee under every setting', async () => {
    const { id } = await aCampaign(installation.app, { zakat_verified: true })
    const before = await findZakatFeeFundBalance(installation.app.db, 'GBP')
    await with_.donation(id, { ...zakat, maximizeZakat: true })
    expect([await balance('zakat_payable', id), await balance('campaign_payable', id)]).toEqual([10_000, 0])
    expect(await findZakatFeeFundBalance(installation.app.db, 'GBP')).toBe(before)
  })

  test('the fee is borne as configured, also after a refund, and other donations pay their own [zakat-25]', async () => {
    const { id } = await aCampaign(installation.app, { zakat_verified: true })
    const before = await findZakatFeeFundBalance(installation.app.db, 'GBP')
    const sumOf = async (account: string) =>
      (
        await sql<{ sum: bigint }>`select coalesce(sum(amount), 0)::bigint as sum from ledger.entry
        where account = ${account}`.execute(installation.app.db)
      ).rows[0]?.sum ?? 0n
    const expense = await sumOf('processor_fee_expense')
    const { intentId } = await with_.donation(id, zakat)
    expect(before - (await findZakatFeeFundBalance(installation.app.db, 'GBP'))).toBe(mode === 'sponsor' ? 215n : 0n)
    expect((await sumOf('processor_fee_expense')) - expense).toBe(mode === 'platform' ? 215n : 0n)
    const { donationId } = await with_.donation(id, { amount: '100', feeAmount: '0' })
    expect(await donation(donationId)).toEqual({ eligible: 0n, fee: 215n, bps: null })
    const [fund, borne] = [
      await findZakatFeeFundBalance(installation.app.db, 'GBP'),
      await sumOf('processor_fee_expense'),
    ]
    // The provider keeps its fee, so its bearer gets nothing back, and the platform bears the campaign's share.
    await with_.refund(finance, intentId)
    expect(await findZakatFeeFundBalance(installation.app.db, 'GBP')).toBe(fund)
    expect((await sumOf('processor_fee_expense')) - borne).toBe(mode === 'zakat' ? 215n : 0n)
    expect(await balance('zakat_payable', id)).toBe(0)
  })

  test('after a mix of donations, refunds and disputes every check finds nothing', async () => {
    const whole = await aCampaign(installation.app, { zakat_verified: true })
    const part = await aCampaign(installation.app, { zakat_verified: true, zakat_eligible_bps: 3333 })
    const given: { donationId: string; intentId: string }[] = []
    for (const { id } of [whole, part])
      for (const over of [zakat, { ...zakat, maximizeZakat: true, amount: '33' }, { amount: '20' }])
        given.push(await with_.donation(id, over))
    const [refunded, partly, , lost, won] = given
    await with_.refund(finance, refunded!.intentId)
    await with_.refund(finance, partly!.intentId, {
      everything: false,
      lines: [{ donationId: partly!.donationId, gift: 1001, coveredFee: 7 }],
    })
    for (const [donation, outcome] of [
      [lost!, 'lost'],
      [won!, 'won'],
    ] as const) {
      const bank = installation.sandbox!.gateway
      const { id } = await bank.openDispute(await with_.chargeOf(donation.intentId))
      const objectId = await with_.providerIdOf(donation.intentId)
      const notice = (kind: string) =>
        recordWebhook(installation.app, {
          provider: 'sandbox',
          eventId: `${id}.${kind}`,
          kind,
          objectId,
          at: clock.now(),
        })
      await notice('charge.dispute.created')
      await handleRefundWebhooks(installation.app)
      await bank.closeDispute(id, outcome)
      await notice('charge.dispute.closed')
      await handleRefundWebhooks(installation.app)
    }
    await sweepRefunds(installation.app, new Date(clock.now().getTime() - 86_400_000))
    while ((await drainOutbox(installation.app)) > 0);
    expect(await breaches()).toEqual([])
    const zakatOf = await Promise.all([whole, part].map(({ id }) => balance('zakat_payable', id)))
    expect(zakatOf).toEqual([2299, 1099])
  })
})
