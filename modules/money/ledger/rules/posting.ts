/** Accounts (ledger-1). Positive amounts are debits, negative ones credits. */
export type Account =
  | 'provider_clearing'
  | 'bank'
  | 'payout_in_transit'
  | 'disputes_receivable'
  | 'campaign_payable'
  | 'campaign_reserve'
  | 'tip_revenue'
  | 'platform_fee_revenue'
  | 'processor_fee_expense'
  | 'refund_loss'
  | 'dispute_fee_expense'
  | 'fx_clearing'
  | 'fx_gain_loss'
  | 'rounding'
  | 'suspense'
  | 'offline_memo'
  | 'gift_aid_memo'

/** Why an entry is there: what is "raised" is the sum of the meaning `gift`, never of tips or fees (ledger-5). */
export type Meaning =
  | 'charge'
  | 'gift'
  | 'covered_fee'
  | 'tip'
  | 'processing_fee'
  | 'settlement'
  | 'refund'
  | 'dispute'
  | 'payout'
  | 'memo'

export type Entry = {
  readonly account: Account
  readonly campaignId?: bigint
  readonly meaning: Meaning
  readonly currency: string
  readonly amount: bigint
}

/** What one campaign's part of a payment consists of. Minor units of `currency`. */
export type PaidLine = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly coveredFee: bigint
  readonly tip: bigint
  readonly feeShare: bigint
}

/**
 * The postings of one charge (ledger-2, worked example): the campaign is owed the gift and the covered fee,
 * bears its own share of the provider's fee, and the platform bears the rest, which is the fee of the tip.
 * `providerFee` is what the provider kept.
 */
export function chargeEntries(currency: string, lines: readonly PaidLine[], providerFee: bigint): Entry[] {
  const entries: Entry[] = []
  const post = (entry: Omit<Entry, 'currency'>) => {
    if (entry.amount !== 0n) entries.push({ ...entry, currency })
  }
  const charged = lines.reduce((sum, line) => sum + line.gift + line.coveredFee + line.tip, 0n)
  const borneByCampaigns = lines.reduce((sum, line) => sum + line.feeShare, 0n)
  post({ account: 'provider_clearing', meaning: 'charge', amount: charged })
  for (const line of lines) {
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'gift', amount: -line.gift })
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'covered_fee', amount: -line.coveredFee })
    post({ account: 'tip_revenue', meaning: 'tip', amount: -line.tip })
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'processing_fee', amount: line.feeShare })
  }
  post({ account: 'processor_fee_expense', meaning: 'processing_fee', amount: providerFee - borneByCampaigns })
  post({ account: 'provider_clearing', meaning: 'processing_fee', amount: -providerFee })
  return entries
}

/**
 * What goes back of one campaign's part of a payment. `feeRestored` is the part of its fee share that the platform
 * takes over from it.
 */
export type ReturnedLine = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly coveredFee: bigint
  readonly tip: bigint
  readonly feeRestored: bigint
}

/**
 * The postings of one refund (ledger-3): what the donor gets back is taken from where the charge put it, so
 * "raised" falls by the gift. The provider keeps its fee; what the campaign bore of it the platform takes over as its
 * own expense.
 */
export function refundEntries(currency: string, lines: readonly ReturnedLine[]): Entry[] {
  const entries: Entry[] = []
  const post = (entry: Omit<Entry, 'currency'>) => {
    if (entry.amount !== 0n) entries.push({ ...entry, currency })
  }
  for (const line of lines) {
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'gift', amount: line.gift })
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'covered_fee', amount: line.coveredFee })
    post({ account: 'tip_revenue', meaning: 'tip', amount: line.tip })
    post({
      account: 'campaign_payable',
      campaignId: line.campaignId,
      meaning: 'processing_fee',
      amount: -line.feeRestored,
    })
    post({ account: 'processor_fee_expense', meaning: 'processing_fee', amount: line.feeRestored })
  }
  post({
    account: 'provider_clearing',
    meaning: 'refund',
    amount: -lines.reduce((sum, line) => sum + line.gift + line.coveredFee + line.tip, 0n),
  })
  return entries
}

/**
 * The postings of money that a donor's bank has taken until it has decided whose it is (refunds-4): a claim of ours.
 */
export const disputeEntries = (currency: string, amount: bigint): Entry[] => [
  { account: 'disputes_receivable', meaning: 'dispute', currency, amount },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -amount },
]

/**
 * The postings of what the provider takes for a dispute, our own expense whoever wins; less than nothing where it is
 * given again.
 */
export const disputeFeeEntries = (currency: string, fee: bigint): Entry[] => [
  { account: 'dispute_fee_expense', meaning: 'dispute', currency, amount: fee },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -fee },
]

/** What undoes a transaction, entry by entry. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amount: -entry.amount }))

/** The currencies whose entries do not sum to nothing; empty for a balanced transaction. */
export function imbalances(entries: readonly Entry[]): string[] {
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of entries) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency]) => currency)
}
