import { type Currency, money, type Money, sum, toMajor, zero, fromMajor } from '#shared/money.ts'
import { caStatement, receiptKind, usStatement } from './official.ts'
import type { Regime } from './serial.ts'
import type { SnapshotDonation, SnapshotRequest } from './snapshot-request.ts'

export type SnapshotLine = {
  readonly donationId: string
  readonly campaignId: string
  readonly campaign: string
  readonly gift: string
  readonly isZakat: boolean
  /** The part of a zakat donation that counts as zakat; older receipts don't have it. */
  readonly zakatEligible?: string
  readonly giftAid: boolean
  /** Gift Aid or a tax receipt was requested, but the home address is missing. */
  readonly lacksAddress?: true
  /** Fair value of the donor's benefit, if the law requires it. */
  readonly advantage?: string
  /** The name of that benefit. */
  readonly advantageOf?: string
  /** The part of the donation that counts for tax; on official receipts only. */
  readonly eligible?: string
}

/**
 * A donation with the data its receipt needs. By law each donation is assessed alone, even beside others
 * (receipts-5).
 */
export type AssessedDonation = {
  readonly of: SnapshotDonation
  readonly gift: Money
  readonly benefit: Money
  readonly isOfficial: boolean
  readonly isAided: boolean
  readonly lacksAddress: boolean
}

export function assessDonation(
  { currency, issuer, donor }: SnapshotRequest,
  donation: SnapshotDonation,
): AssessedDonation {
  const data = { gift: money(donation.gift, currency), benefit: money(donation.benefit, currency) }
  const hasTaxAddress = donor.address !== null
  const kind = receiptKind({
    ...data,
    regime: issuer.receiptRegime,
    taxReceipt: donation.taxReceipt,
    hasTaxAddress,
    isOffline: false,
  })
  return {
    ...data,
    of: donation,
    isOfficial: kind === 'official',
    isAided: issuer.receiptRegime === 'uk' && donation.giftAid && hasTaxAddress,
    lacksAddress:
      !hasTaxAddress &&
      ((issuer.receiptRegime === 'uk' && donation.isGiftAidRequested === true) ||
        (issuer.receiptRegime === 'ca' && donation.taxReceipt)),
  }
}

export function lineOf(regime: Regime, isOfficial: boolean, taxedDonation: AssessedDonation): SnapshotLine {
  const { donationId, campaignId, campaign, isZakat } = taxedDonation.of
  const isNamed = isOfficial && (regime === 'ca' || taxedDonation.benefit.amount > 0n)
  const statement = regime === 'ca' ? caStatement(taxedDonation) : undefined
  const advantage = statement?.isReceiptable ? statement.advantage : taxedDonation.benefit
  return {
    donationId,
    campaignId: campaignId.toString(),
    campaign,
    gift: toMajor(taxedDonation.gift),
    isZakat,
    ...(isZakat ? { zakatEligible: toMajor(money(taxedDonation.of.zakatEligible, taxedDonation.gift.currency)) } : {}),
    giftAid: taxedDonation.isAided,
    ...(taxedDonation.lacksAddress ? { lacksAddress: true as const } : {}),
    ...(isNamed ? { advantage: toMajor(advantage) } : {}),
    ...(isNamed && taxedDonation.of.benefitName && taxedDonation.benefit.amount > 0n
      ? { advantageOf: taxedDonation.of.benefitName }
      : {}),
    ...(isOfficial ? { eligible: toMajor(eligibleOf(regime, taxedDonation)) } : {}),
  }
}

/** Adds up the amounts that count as zakat; null if there is no zakat, or an older receipt lacks them. */
export function zakatOf(lines: readonly SnapshotLine[], currency: Currency): string | null {
  const zakat = lines.filter(({ isZakat }) => isZakat)
  const counted = zakat.flatMap(({ zakatEligible = [] }) => zakatEligible).map((major) => fromMajor(major, currency))
  return counted.length === 0 || counted.length < zakat.length ? null : toMajor(sum(counted, currency))
}

/**
 * Returns the amount that counts for tax; zero for a donation that doesn't qualify, even on an official receipt with
 * others.
 */
export function eligibleOf(regime: Regime, taxedDonation: AssessedDonation): Money {
  if (!taxedDonation.isOfficial) return zero(taxedDonation.gift.currency)
  if (regime === 'us') return usStatement(taxedDonation).deductible
  const statement = caStatement(taxedDonation)
  return statement.isReceiptable ? statement.eligible : zero(taxedDonation.gift.currency)
}
