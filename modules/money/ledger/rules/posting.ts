import type { Currency } from '#shared/money.ts'

/** Accounts (ledger-1). Positive amounts are debits, negative ones credits. */
export type Account =
  | 'provider_clearing'
  | 'bank'
  | 'payout_in_transit'
  | 'disputes_receivable'
  | 'campaign_payable'
  | 'zakat_payable'
  | 'campaign_reserve'
  | 'tip_revenue'
  | 'platform_fee_revenue'
  | 'processor_fee_expense'
  | 'zakat_fee_fund'
  | 'refund_loss'
  | 'dispute_fee_expense'
  | 'fx_clearing'
  | 'fx_gain_loss'
  | 'rounding'
  | 'suspense'
  | 'offline_memo'
  | 'gift_aid_memo'

/**
 * Why an entry is there: what is "raised" is the sum of the meaning `gift` over the accounts `campaign_payable` and
 * `zakat_payable`, never of tips or fees (ledger-5).
 */
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
  | 'sponsorship'
  | 'memo'
  | 'qurbani'
  | 'sadaqah'

export type Entry = {
  readonly account: Account
  readonly campaignId?: bigint
  readonly meaning: Meaning
  readonly currency: Currency
  readonly amount: bigint
}

/** Who bears the gift's share of the provider's fee (ledger-12). */
export type FeeBearer = 'campaign' | 'platform' | 'sponsor'

/**
 * What one campaign's part of a payment consists of. Minor units of `currency`. `zakatEligible` is the part of the gift
 * that counts as zakat, at most the gift.
 */
export type PaidLine = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly zakatEligible: bigint
  readonly coveredFee: bigint
  readonly tip: bigint
  readonly feeShare: bigint
  readonly feeBearer: FeeBearer
}

/** The entries of a gift: what counts as zakat has its own account, the rest is payable to the campaign (ledger-11). */
const donationEntries = (campaignId: bigint, gift: bigint, zakatEligible: bigint): Omit<Entry, 'currency'>[] => [
  { account: 'zakat_payable', campaignId, meaning: 'gift', amount: -zakatEligible },
  { account: 'campaign_payable', campaignId, meaning: 'gift', amount: zakatEligible - gift },
]

/** The entry of a gift's share of the provider's fee; none where the platform bears it, which takes what is left. */
function feeShareEntry({ campaignId, feeShare, feeBearer }: PaidLine): Omit<Entry, 'currency'> | undefined {
  if (feeBearer === 'platform') return undefined
  const amount = { meaning: 'processing_fee', amount: feeShare } as const
  return feeBearer === 'sponsor'
    ? { account: 'zakat_fee_fund', ...amount }
    : { account: 'campaign_payable', campaignId, ...amount }
}

/**
 * The postings of one charge (ledger-2, worked example): the campaign is owed the gift and the covered fee,
 * bears its own share of the provider's fee, and the platform bears the rest, which is the fee of the tip. The share of
 * a zakat gift may be borne by the platform or by the fund of a sponsor instead. `providerFee` is what the provider
 * kept.
 */
export function chargeEntries(currency: Currency, lines: readonly PaidLine[], providerFee: bigint): Entry[] {
  const entries: Entry[] = []
  const post = (entry: Omit<Entry, 'currency'>) => {
    if (entry.amount !== 0n) entries.push({ ...entry, currency })
  }
  const charged = lines.reduce((sum, line) => sum + line.gift + line.coveredFee + line.tip, 0n)
  const borneByOthers = lines.reduce((sum, line) => sum + (feeShareEntry(line)?.amount ?? 0n), 0n)
  post({ account: 'provider_clearing', meaning: 'charge', amount: charged })
  for (const line of lines) {
    donationEntries(line.campaignId, line.gift, line.zakatEligible).forEach(post)
    post({ account: 'campaign_payable', campaignId: line.campaignId, meaning: 'covered_fee', amount: -line.coveredFee })
    post({ account: 'tip_revenue', meaning: 'tip', amount: -line.tip })
    const feeShare = feeShareEntry(line)
    if (feeShare) post(feeShare)
  }
  post({ account: 'processor_fee_expense', meaning: 'processing_fee', amount: providerFee - borneByOthers })
  post({ account: 'provider_clearing', meaning: 'processing_fee', amount: -providerFee })
  return entries
}

/**
 * What goes back of one campaign's part of a payment. `zakatEligible` is what of the gift counts as zakat no more,
 * `feeRestored` the part of its fee share that the platform takes over from it.
 */
export type ReturnedLine = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly zakatEligible: bigint
  readonly coveredFee: bigint
  readonly tip: bigint
  readonly feeRestored: bigint
}

/**
 * The postings of one refund (ledger-3): what the donor gets back is taken from where the charge put it, so
 * "raised" falls by the gift. The provider keeps its fee; what the campaign bore of it the platform takes over as its
 * own expense.
 */
export function refundEntries(currency: Currency, lines: readonly ReturnedLine[]): Entry[] {
  const entries: Entry[] = []
  const post = (entry: Omit<Entry, 'currency'>) => {
    if (entry.amount !== 0n) entries.push({ ...entry, currency })
  }
  for (const line of lines) {
    donationEntries(line.campaignId, -line.gift, -line.zakatEligible).forEach(post)
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
export const disputeEntries = (currency: Currency, amount: bigint): Entry[] => [
  { account: 'disputes_receivable', meaning: 'dispute', currency, amount },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -amount },
]

/**
 * The postings of the provider's fee for a dispute, which is our own expense whatever its outcome; negative if it is
 * returned.
 */
export const disputeFeeEntries = (currency: Currency, fee: bigint): Entry[] => [
  { account: 'dispute_fee_expense', meaning: 'dispute', currency, amount: fee },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -fee },
]

/**
 * The postings of a donation that its donor counts as zakat later (ledger-13): what counts moves from one account of the
 * campaign to the other, so "raised" stays.
 */
export const markedAsZakatEntries = (currency: Currency, campaignId: bigint, zakatEligible: bigint): Entry[] =>
  donationEntries(campaignId, 0n, zakatEligible).map((entry) => ({ ...entry, currency }))

/**
 * The postings of a Qurbani that was not performed and becomes sadaqah (ledger-14): the money stays payable to the
 * campaign and "raised" stays; the two meanings say what it was for and what it is for now.
 */
export const qurbaniAsSadaqahEntries = (currency: Currency, campaignId: bigint, amount: bigint): Entry[] => [
  { account: 'campaign_payable', campaignId, meaning: 'qurbani', currency, amount },
  { account: 'campaign_payable', campaignId, meaning: 'sadaqah', currency, amount: -amount },
]

/** The postings of money that a sponsor gave for the processing fees of zakat (ledger-12). */
export const sponsorshipEntries = (currency: Currency, amount: bigint): Entry[] => [
  { account: 'bank', meaning: 'sponsorship', currency, amount },
  { account: 'zakat_fee_fund', meaning: 'sponsorship', currency, amount: -amount },
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
