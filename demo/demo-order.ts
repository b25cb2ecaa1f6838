import { emptyFields } from '#modules/money/giving/rules/donor-field-values.ts'
import type { DonationOrder } from '#modules/money/giving/index.ts'
import type { DemoDonation } from './donations.ts'
import type { Random } from './random.ts'

export type OrderLine = DonationOrder['lines'][number]
type Address = OrderLine['taxAddress']

/** A paid donation of the demo with its ids, its donor, and the provider's fee. */
export type PaidDemoDonation = {
  readonly donation: DemoDonation
  readonly intentId: string
  readonly attemptId: string
  readonly donationId: string
  readonly txId: string
  readonly accountId: string | null
  readonly guestId: string | null
  readonly donorKey: Buffer
  readonly email: string
  readonly name: string
  readonly ip: string
  readonly scope: string
  readonly taxAddress: Address
  readonly shippingAddress: Address
  readonly location: string | null
  readonly providerFee: bigint
  readonly feeShare: bigint
}

/** Returns the order of a donation as the checkout stores it. */
export function orderOf(paid: PaidDemoDonation, random: Random): DonationOrder {
  const { donation, donationId, accountId, guestId, donorKey, email, name, ip, location, taxAddress, shippingAddress } =
    paid
  const { campaign, donor, quote, method } = donation
  const isLimited = (donation.level?.seed.limit ?? 0) > 0
  return {
    version: 1,
    donor: {
      accountId,
      guestId,
      email,
      name,
      donorKey: donorKey.toString('base64'),
      locale: donor.locale,
      country: donor.country,
      ip,
    },
    feeScheduleVersion: quote.feeScheduleVersion,
    browser: null,
    paymentMethod: method,
    saveCard: false,
    lines: [
      {
        ...emptyFields,
        donationId,
        campaignId: campaign.id.toString(),
        campaignSlug: campaign.slug,
        campaignName: campaign.name,
        organizationName: campaign.organizationName,
        gift: String(quote.gift.amount),
        tip: String(quote.tip.amount),
        coveredFee: String(quote.coveredFee.amount),
        feeShare: String(quote.feeShare.amount),
        levelId: donation.level?.id.toString() ?? null,
        ...(donation.level ? { requestedLevelFields: donation.level.requestedFields } : {}),
        isLevelLimited: isLimited,
        isZakat: quote.isZakat,
        maximizeZakat: quote.maximizeZakat,
        giftAid: quote.giftAid,
        taxReceipt: quote.taxReceipt,
        isAnonymous: donation.isAnonymous,
        location,
        note: donation.note ?? null,
        levelEmail: donation.level?.seed.email ? email : null,
        receiveUpdates: random.chance(0.5),
        newsletter: random.chance(0.2),
        source: random.chance(0.25) ? random.pick(['home', 'whatsapp', 'newsletter', 'zakat-home']) : null,
        taxAddress,
        shippingAddress,
        encryptedFields: null,
      },
    ],
  }
}
