import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { OrganizerDonation } from '#modules/money/giving/index.ts'
import type { PrintedAddress, ClaimView, DonationRow } from './contract.ts'
import type { OfflineView } from './contract-offline.ts'
import type { ClaimedDonation, ThanksSent } from './queries/thank-you-messages.ts'
import type { OfflineRow } from './queries/offline.ts'

/** Formats an address for a parcel. */
export const toPrintedAddress = (postalAddress: PostalAddress | null): PrintedAddress | null =>
  postalAddress === null
    ? null
    : {
        name: postalAddress.name ?? [postalAddress.firstName, postalAddress.lastName].filter(Boolean).join(' '),
        lines: [
          postalAddress.line1,
          postalAddress.line2 ?? '',
          [postalAddress.city, postalAddress.state, postalAddress.postalCode].filter(Boolean).join(' '),
        ].filter((line) => line !== ''),
        country: postalAddress.country,
        phone: postalAddress.phone ?? '',
      }

/** Converts a donation for its organizer, field by field, so that nothing else is sent (privacy-2). */
export const donationView = (
  row: OrganizerDonation,
  { thanks, phone = null }: { thanks: ThanksSent | undefined; phone?: string | null | undefined },
): Omit<DonationRow, 'fields'> => ({
  id: row.id,
  givenAt: row.givenAt,
  gift: row.gift,
  currency: row.currency,
  isAnonymous: row.isAnonymous,
  name: row.name,
  place: row.place,
  email: row.email,
  address: toPrintedAddress(row.address),
  phone,
  isZakat: row.isZakat,
  giftAid: row.giftAid,
  level: row.levelTitle,
  quantity: row.quantity,
  source: row.referredBy ?? row.source,
  isThanked: thanks !== undefined,
  canBeThanked: row.canBeWritten && (thanks === undefined || thanks.isAutomatic),
})

export const claimView = (row: ClaimedDonation): ClaimView => ({
  id: row.id,
  givenAt: row.givenAt,
  gift: row.gift,
  currency: row.currency,
  quantity: row.quantity,
  level: { id: row.levelId.toString(), title: row.levelTitle ?? '' },
  name: row.name,
  isAnonymous: row.isAnonymous,
  note: row.note,
  email: row.levelEmail,
  shipping: toPrintedAddress(row.shippingAddress),
  hasEmergencyDetails: row.hasEmergencyDetails,
  hasToSend: row.hasToSend,
  sentAt: row.sentAt,
})

export const offlineView = (row: OfflineRow, accountId: string): OfflineView => ({
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  receivedOn: row.receivedOn,
  donorName: row.donorName,
  method: row.method,
  note: row.evidence,
  state: row.state,
  enteredAt: row.enteredAt,
  enteredByMe: row.enteredBy === accountId,
  canConfirm: row.state === 'waiting' && row.enteredBy !== accountId,
  reason: row.reason,
  importId: row.importId,
})
