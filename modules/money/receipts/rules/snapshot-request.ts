import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { Regime } from './serial.ts'

export type SnapshotIssuer = {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly country: string
  readonly postalAddress: string
  readonly registration: string
  readonly receiptRegime: Regime
  readonly signatory: string | null
}

/** One gift of a receipt, amounts in minor units of the receipt's currency; `benefit` is what the donor got for it. */
export type SnapshotDonation = {
  readonly donationId: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly benefit: bigint
  /** What the donor got for it. */
  readonly benefitName?: string | null
  readonly isZakat: boolean
  /** The part of the gift that counts as zakat: less the provider’s fee, or all if the donor covered that. */
  readonly zakatEligible: bigint
  readonly giftAid: boolean
  /** The day of its Gift Aid declaration, in the issuer's zone. */
  readonly declaredOn?: LocalDate | null
  /** The text of that declaration. */
  readonly giftAidTextVersion?: string | null
  /** Gift Aid was requested and is not declared, because the home address is missing. */
  readonly isGiftAidRequested?: boolean
  readonly taxReceipt: boolean
}

/** The tax address as stored with the gift; its names are the ones the tax office knows. */
export type SnapshotAddress = {
  readonly firstName?: string
  readonly lastName?: string
  readonly line1: string
  readonly line2?: string
  readonly city: string
  readonly state?: string
  readonly postalCode?: string
  readonly country: string
}

/** Purged as a whole after the retention date. `fields`: the donor's other fields, by label. */
export type SnapshotDonor = {
  readonly name: string
  readonly address: SnapshotAddress | null
  readonly fields?: readonly { readonly label: string; readonly text: string }[]
}

export type SnapshotRequest = {
  readonly number: string
  readonly serial: bigint
  readonly issuer: SnapshotIssuer
  readonly currency: Currency
  /** The gifts of one payment to one charity; at least one. */
  readonly donations: readonly SnapshotDonation[]
  readonly donor: SnapshotDonor
  readonly locale: Locale
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  /** Days in the issuer's zone. */
  readonly givenOn: LocalDate
  readonly issuedOn: LocalDate
  readonly issuedAt: Date
  /** The receipt that this one cancels and replaces. */
  readonly replaces?: { readonly number: string; readonly issuedOn: LocalDate } | undefined
}
