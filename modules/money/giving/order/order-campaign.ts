import { type Currency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import {
  type CampaignForDonation,
  getCampaignForDonation,
  assertAcceptsDonations,
} from '#modules/causes/campaigns/index.ts'
import { optionsOf } from '#modules/causes/campaigns/rules/level-fields.ts'
import type { RequesterScopes } from '../payment/requester.ts'
import { findReservations } from '../payment/reservations.ts'
import type { GivingPorts } from '../ports.ts'
import type { Bundle } from '../rules/level-price.ts'
import {
  checkDonation,
  type DonationData,
  type DonationFaults,
  type DonationRequest,
  type TaxAddressTime,
} from '../rules/donation.ts'

/**
 * Returns the refusal for these faults: a conflict if the only fault is that a level sold out (payments-7), otherwise
 * a validation problem.
 */
export const orderRefusalOf = (fields: DonationFaults): Problem =>
  Object.values(fields).every(({ code }) => code === 'level-sold-out')
    ? new Problem('conflict', 'level-sold-out', { fields })
    : new Problem('validation', 'invalid-input', { fields })

export async function openCampaign(ports: GivingPorts, campaignId: string): Promise<CampaignForDonation> {
  const campaign = await getCampaignForDonation(ports, BigInt(campaignId))
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  assertAcceptsDonations(campaign, ports.clock())
  return campaign
}

export type OrderedLevel = CampaignForDonation['levels'][number]

/** Returns the price of several pieces of a level. */
export const orderedBundleOf = ({ bundle }: OrderedLevel, currency: Currency): Bundle | null =>
  bundle && { size: bundle.size, amount: money(bundle.amount, currency) }

/** Finds the requested level. Throws at `field` if the campaign doesn't have it. */
export function orderedLevelOf(
  campaign: CampaignForDonation,
  levelId: string | undefined,
  field = 'rewardID',
): OrderedLevel | undefined {
  if (levelId === undefined) return undefined
  const level = campaign.levels.find((level) => String(level.id) === levelId)
  if (!level) throw new Problem('validation', 'invalid-input', { fields: { [field]: { code: 'level-not-found' } } })
  return level
}

/**
 * Checks a donation by the rules. If a level looks sold out, pieces that this donor's own declined payment still
 * reserves count as available.
 */
export async function checkWithReservations(
  ports: GivingPorts,
  campaign: CampaignForDonation,
  { country, scopes }: RequesterScopes,
  form: DonationRequest,
  taxAddress: TaxAddressTime,
): Promise<DonationFaults> {
  const options = { isStrict: true, taxAddress }
  const isFitrClosed = form.donationType === 'zakat-al-fitr' && hasFitrClosed(ports, country)
  const faults = checkDonation({ ...donationDataOf(campaign, country), isFitrClosed }, form, options)
  if (faults.quantity?.code !== 'level-sold-out') return faults
  const reservations = await findReservations(ports, scopes)
  const levels = campaign.levels.map((level) => ({
    ...level,
    reserved:
      level.reserved -
      reservations.filter(({ levelId }) => levelId === level.id).reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  return checkDonation({ ...donationDataOf({ ...campaign, levels }, country), isFitrClosed }, form, options)
}

function hasFitrClosed(ports: GivingPorts, country: string | undefined): boolean {
  const now = ports.clock()
  const closesAt = ports.fitrClosesAt(country, now)
  return closesAt !== undefined && closesAt <= now
}

/**
 * Returns the campaign data that the rules need. Pieces that are neither claimed nor reserved count as available; the
 * final decision is the reservation's.
 */
export function donationDataOf(campaign: CampaignForDonation, country: string | undefined): DonationData {
  const currency = campaign.currency
  return {
    currency,
    minimumDonation: campaign.minimumDonation === null ? null : money(campaign.minimumDonation, currency),
    zakatVerified: campaign.zakatVerified,
    giftAid: campaign.giftAid,
    taxReceiptCountries: campaign.taxReceiptCountries,
    tipsEnabled: campaign.tipsEnabled,
    country,
    levels: campaign.levels.map((level) => ({
      id: String(level.id),
      amount: money(level.amount, currency),
      benefit: money(level.benefitValue, currency),
      bundle: orderedBundleOf(level, currency),
      shares: level.shares,
      remaining: level.claimLimit > 0 ? Math.max(0, level.claimLimit - level.claimed - level.reserved) : null,
      ...optionsOf(level),
    })),
  }
}
