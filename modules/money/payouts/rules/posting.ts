import type { LedgerEntry } from '#modules/money/ledger/rules/posting.ts'
import { ascending } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { MoneyKind } from './amounts.ts'

/** The sums of a payout by campaign, in minor units; positive: owed to the charity. */
export type CampaignOfPayout = {
  readonly campaignId: bigint
  readonly zakat: bigint
  /** The other lines, before the reserve. */
  readonly rest: bigint
  readonly reserve: bigint
  readonly released: bigint
}

/** Returns what a payout pays, in minor units. */
export const totalOf = (campaigns: readonly Omit<CampaignOfPayout, 'campaignId'>[]): bigint =>
  campaigns.reduce((sum, { zakat, rest, reserve, released }) => sum + zakat + rest - reserve + released, 0n)

/**
 * Returns the entries of a sent payout (payouts-9), by campaign, lowest id first. A campaign that owes is credited.
 * Amounts of 0 have no entry.
 */
export function sentEntries(currency: Currency, campaigns: readonly CampaignOfPayout[]): LedgerEntry[] {
  const entries = campaigns
    .toSorted((a, b) => ascending(a.campaignId, b.campaignId))
    .flatMap(({ campaignId, zakat, rest, reserve, released }): Omit<LedgerEntry, 'currency'>[] => [
      { account: 'campaign_payable', campaignId, meaning: 'payout', amount: rest - reserve },
      { account: 'campaign_payable', campaignId, meaning: 'reserve', amount: reserve },
      { account: 'zakat_payable', campaignId, meaning: 'payout', amount: zakat },
      { account: 'campaign_reserve', campaignId, meaning: 'release', amount: released },
      { account: 'campaign_reserve', campaignId, meaning: 'reserve', amount: -reserve },
    ])
  return [
    ...entries,
    { account: 'payout_in_transit' as const, meaning: 'payout' as const, amount: -totalOf(campaigns) },
  ]
    .filter(({ amount }) => amount !== 0n)
    .map((entry) => ({ ...entry, currency }))
}

/** Returns the entries of a payout that the bank has paid. */
export const paidEntries = (currency: Currency, total: bigint): LedgerEntry[] => [
  { account: 'payout_in_transit', meaning: 'payout', currency, amount: total },
  { account: 'bank', meaning: 'payout', currency, amount: -total },
]

/**
 * Returns the entries of a debt that the charity repaid to the operator's bank account, or that the operator writes off
 * (payouts-10). The account that owes is credited, so the entry is a line of the next payout.
 */
export const repaymentEntries = (
  currency: Currency,
  debt: {
    readonly kind: MoneyKind
    readonly how: 'repaid' | 'written-off'
    readonly campaignId: bigint
    readonly amount: bigint
  },
): LedgerEntry[] => [
  { account: debt.how === 'repaid' ? 'bank' : 'refund_loss', meaning: 'repayment', currency, amount: debt.amount },
  {
    account: debt.kind === 'zakat' ? 'zakat_payable' : 'campaign_payable',
    campaignId: debt.campaignId,
    meaning: 'repayment',
    currency,
    amount: -debt.amount,
  },
]
