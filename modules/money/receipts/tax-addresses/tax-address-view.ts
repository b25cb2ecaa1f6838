import { localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import { toWire } from '#modules/platform/addresses/rules/wire.ts'
import { splitName } from '#modules/platform/identity/rules/name.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import { giftAidTextFor } from '#modules/money/giving/rules/gift-aid.ts'
import type { TaxAddressView } from '../contract-tax-addresses.ts'
import { readAccessToken, type AddressAccess } from './links.ts'
import type { TaxAddressPorts } from './ports.ts'
import { findIntentOfDonation, type TaxDonation, taxDonations } from './queries.ts'
import { maskAddress, reliefsOf } from '../rules/tax-address.ts'
import { taxDataOf, todayIn } from './tax-data.ts'

/**
 * Returns the payment that a token authorizes; throws `not-found` if it was altered, has expired or has another
 * purpose.
 */
export function authorizeByToken(ports: TaxAddressPorts, token: string): AddressAccess {
  const opening = readAccessToken(ports, token)
  if (!opening) throw new Problem('not-found', 'not-found')
  return opening
}

/** Returns the payment of a donation of the account; another account's donation isn't found (security-3). */
export async function authorizeByAccount(
  ports: TaxAddressPorts,
  accountId: string,
  donationId: string,
): Promise<AddressAccess> {
  const intentId = (await ownsDonation(ports, accountId, donationId))
    ? await findIntentOfDonation(ports.db, donationId)
    : undefined
  if (!intentId) throw new Problem('not-found', 'not-found')
  return { by: 'account', intentId }
}

/**
 * Returns the reliefs that an address brings for a payment's donations. A link shows a stored address masked and
 * can't change it.
 */
export async function taxAddressView(ports: TaxAddressPorts, opening: AddressAccess): Promise<TaxAddressView> {
  const donations = await taxDonations(ports.db, [opening.intentId])
  if (donations.length === 0) throw new Problem('not-found', 'not-found')
  return viewOf(donations, opening, ports.clock())
}

/** Returns whether a stored address already counts for the donation. */
export const usesAddress = ({ giftAid, taxReceipt, address }: TaxDonation): boolean =>
  address !== null && (giftAid || taxReceipt)

function viewOf(donations: readonly TaxDonation[], { by }: AddressAccess, now: Date): TaxAddressView {
  const today = todayIn(now)
  const concerned = donations
    .map((donation) => ({
      donation,
      reliefs: reliefsOf(taxDataOf(donation), { today, canAskAgain: by === 'account' }),
    }))
    .filter(({ donation, reliefs }) => reliefs.length > 0 || usesAddress(donation))
  const stored = donations.find(usesAddress)?.address ?? null
  const reliefs = [...new Set(concerned.flatMap((item) => item.reliefs))]
  const aided = concerned.find((item) => item.reliefs.includes('gift-aid'))?.donation
  const isReceiptOnly = !concerned.some(({ donation }) => donation.takesGiftAid)
  return {
    donations: concerned.map(({ donation, reliefs: brought }) => ({
      donationId: donation.id,
      campaign: donation.campaignName,
      organization: donation.organizationName,
      organizationAr: donation.organizationNameAr,
      gift: donation.gift,
      currency: donation.currency,
      givenOn: localDateIn(donation.timeZone, donation.givenAt),
      reliefs: brought,
      giftAid: donation.giftAid,
    })),
    reliefs,
    isGiftAidRequested: concerned.some(({ donation }) => donation.isGiftAidRequested),
    giftAidText: aided ? giftAidTextFor(todayIn(aided.givenAt), today) : null,
    stored: stored && maskAddress(stored),
    canChange: by !== 'link',
    ...initialValuesOf(donations, stored, by),
    countries: isReceiptOnly
      ? [...new Set(concerned.flatMap(({ donation }) => donation.taxReceiptCountries))].sort()
      : null,
  }
}

/** Returns the initial values of the form. A link shows none, because someone else may hold it (receipts-15). */
function initialValuesOf(
  donations: readonly TaxDonation[],
  stored: TaxDonation['address'],
  by: AddressAccess['by'],
): Pick<TaxAddressView, 'address' | 'isProposal'> {
  const first = donations[0]
  if (by === 'link' || !first) return { address: null, isProposal: false }
  if (stored) return { address: toWire(stored), isProposal: false }
  const billing = first.billingAddress
  const { firstName, lastName } = splitName(first.name)
  const country = billing?.country ?? first.country ?? undefined
  return { address: toWire({ ...billing, firstName, lastName, country }), isProposal: Boolean(billing?.line1) }
}
