import type { Currency } from '#shared/money.ts'

/** Accounts (ledger-1). Positive amounts are debits, negative amounts are credits. */
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
 * The purpose of an entry. The amount raised is the sum of `gift` over the accounts `campaign_payable` and
 * `zakat_payable`, without tips and fees (ledger-5).
 */
export type EntryPurpose =
  | 'charge'
  | 'gift'
  | 'covered_fee'
  | 'tip'
  | 'processing_fee'
  | 'settlement'
  | 'refund'
  | 'dispute'
  | 'payout'
  | 'reserve'
  | 'release'
  | 'repayment'
  | 'sponsorship'
  | 'memo'
  | 'qurbani'
  | 'sadaqah'

export type LedgerEntry = {
  readonly account: Account
  readonly campaignId?: bigint
  readonly meaning: EntryPurpose
  readonly currency: Currency
  readonly amount: bigint
}

/** Who bears the donation's share of the provider's fee (ledger-12). */
export type FeeBearer = 'campaign' | 'platform' | 'sponsor'

/**
 * One campaign's part of a payment, in minor units of `currency`. `zakatEligible` is the part of the gift that counts
 * as zakat.
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

/**
 * Returns the entries of a donation: the zakat part has its own account, the rest is payable to the campaign
 * (ledger-11).
 */
const donationEntries = (campaignId: bigint, gift: bigint, zakatEligible: bigint): Omit<LedgerEntry, 'currency'>[] => [
  { account: 'zakat_payable', campaignId, meaning: 'gift', amount: -zakatEligible },
  { account: 'campaign_payable', campaignId, meaning: 'gift', amount: zakatEligible - gift },
]

/**
 * Returns the entry for a donation's share of the provider's fee; undefined if the platform bears it as part of the
 * remainder.
 */
function feeShareEntry({ campaignId, feeShare, feeBearer }: PaidLine): Omit<LedgerEntry, 'currency'> | undefined {
  if (feeBearer === 'platform') return undefined
  const amount = { meaning: 'processing_fee', amount: feeShare } as const
  return feeBearer === 'sponsor'
    ? { account: 'zakat_fee_fund', ...amount }
    : { account: 'campaign_payable', campaignId, ...amount }
}

/**
 * Returns the entries of one charge (ledger-2, worked example). The campaign is owed the donation and the covered fee
 * and bears its share of the provider's fee. The platform bears the rest, which is the fee on the tip. The platform
 * or a sponsor's fund can also bear the share of a zakat donation. `providerFee` is the amount that the provider
 * kept.
 */
export function chargeEntries(currency: Currency, lines: readonly PaidLine[], providerFee: bigint): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  const post = (entry: Omit<LedgerEntry, 'currency'>) => {
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
 * The refunded part of one campaign's part of a payment. `zakatEligible` is the amount that no longer counts as
 * zakat; `feeRestored` is the part of its fee share that the platform takes over.
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
 * Returns the entries of one refund (ledger-3). The refunded amount is taken from the accounts that the charge
 * credited, so the amount raised falls by the donation. The provider keeps its fee; the platform takes over the
 * campaign's share of it as an expense.
 */
export function refundEntries(currency: Currency, lines: readonly ReturnedLine[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  const post = (entry: Omit<LedgerEntry, 'currency'>) => {
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

/** Returns the entries for a disputed amount, which is a receivable until the bank decides (refunds-4). */
export const disputeEntries = (currency: Currency, amount: bigint): LedgerEntry[] => [
  { account: 'disputes_receivable', meaning: 'dispute', currency, amount },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -amount },
]

/**
 * Returns the entries for the provider's dispute fee, which is our expense whatever the outcome; negative if it is
 * returned.
 */
export const disputeFeeEntries = (currency: Currency, fee: bigint): LedgerEntry[] => [
  { account: 'dispute_fee_expense', meaning: 'dispute', currency, amount: fee },
  { account: 'provider_clearing', meaning: 'dispute', currency, amount: -fee },
]

/**
 * Returns the entries of a donation that is counted as zakat later (ledger-13). The eligible amount moves between two
 * accounts of the campaign, so the amount raised doesn't change.
 */
export const markedAsZakatEntries = (currency: Currency, campaignId: bigint, zakatEligible: bigint): LedgerEntry[] =>
  donationEntries(campaignId, 0n, zakatEligible).map((entry) => ({ ...entry, currency }))

/**
 * Returns the entries of a Qurbani that wasn't performed and becomes sadaqah (ledger-14). The amount stays payable to
 * the campaign and raised; the two meanings record its old and its new purpose.
 */
export const qurbaniAsSadaqahEntries = (currency: Currency, campaignId: bigint, amount: bigint): LedgerEntry[] => [
  { account: 'campaign_payable', campaignId, meaning: 'qurbani', currency, amount },
  { account: 'campaign_payable', campaignId, meaning: 'sadaqah', currency, amount: -amount },
]

/** Returns the entries of a sponsor's money for the processing fees of zakat (ledger-12). */
export const sponsorshipEntries = (currency: Currency, amount: bigint): LedgerEntry[] => [
  { account: 'bank', meaning: 'sponsorship', currency, amount },
  { account: 'zakat_fee_fund', meaning: 'sponsorship', currency, amount: -amount },
]

/** Returns the entries that reverse a transaction. */
export const reverseEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map((entry) => ({ ...entry, amount: -entry.amount }))

/** Returns the currencies whose entries don't add up to zero; empty for a balanced transaction. */
export function findImbalances(entries: readonly LedgerEntry[]): string[] {
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of entries) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency]) => currency)
}
