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

/**
 * One donation of a receipt. Amounts are in minor units of the receipt's currency; `benefit` is the value of the
 * donor's benefit.
 */
export type SnapshotDonation = {
  readonly donationId: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly benefit: bigint
  /** The name of the donor's benefit. */
  readonly benefitName?: string | null
  readonly isZakat: boolean
  /** The part of the donation that counts as zakat (zakat-1). */
  readonly zakatEligible: bigint
  readonly giftAid: boolean
  /** The day of its Gift Aid declaration, in the issuer's time zone. */
  readonly declaredOn?: LocalDate | null
  /** The version of that declaration's text. */
  readonly giftAidTextVersion?: string | null
  /** Gift Aid was requested but isn't declared, because the home address is missing. */
  readonly isGiftAidRequested?: boolean
  readonly taxReceipt: boolean
}

/** The tax address of the donation, with the names that the tax office knows. */
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

/** The donor; deleted as a whole after the retention period. `fields` are the donor's other fields by label. */
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
  /** The donations of one payment to one charity; at least one. */
  readonly donations: readonly SnapshotDonation[]
  readonly donor: SnapshotDonor
  readonly locale: Locale
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  /** Days in the issuer's time zone. */
  readonly givenOn: LocalDate
  readonly issuedOn: LocalDate
  readonly issuedAt: Date
  /** The receipt that this one cancels and replaces. */
  readonly replaces?: { readonly number: string; readonly issuedOn: LocalDate } | undefined
}
