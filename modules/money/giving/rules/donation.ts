import {
  type AddressFaults,
  checkShippingAddress,
  checkTaxAddress,
  isAddressStarted,
  shippingToSend,
} from '#modules/platform/addresses/rules/address.ts'
import type { LevelRequirements } from '#modules/causes/campaigns/rules/level-fields.ts'
import { compare, type Currency, isZero, type Money, times, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { checkFields, checkGroup } from './check-fields.ts'
import type { EnteredFields } from './donor-field-values.ts'
import { donorFields, type StoredFields } from './donor-fields.ts'
import { nameMax } from './donor.ts'
import { maximumAmount, minimumAmount } from './amounts.ts'
import { checkStep } from './charge-step.ts'
import { countriesOf, isGiftAidOffered, canHaveTaxReceipt } from './eligibility.ts'
import { checkName } from './free-text.ts'
import { isBenefitWithinGiftAid } from './gift-aid.ts'
import { type Bundle, priceOfPieces } from './level-price.ts'
import { checkNames } from './qurbani-order.ts'

/** The rules of a giving level. */
export type LevelData = LevelRequirements & {
  readonly id: string
  /** Zero lets the donor choose the amount. */
  readonly amount: Money
  readonly bundle?: Bundle | null
  /** The value of the benefit that the donor receives. */
  readonly benefit: Money
  /** `null` means unlimited. */
  readonly remaining: number | null
  /** Shares in one piece of a qurbani item; absent for other levels. */
  readonly shares?: number | null
}

/** The campaign data that the rules need. */
export type DonationData = {
  readonly currency: Currency
  /** The campaign's own minimum; `null` means the currency's. */
  readonly minimumDonation: Money | null
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  readonly levels: readonly LevelData[]
  /** The donor's country, if known. */
  readonly country: string | undefined
  /** Whether this year's zakat al-fitr has closed in the donor's country. */
  readonly isFitrClosed?: boolean | undefined
}

/** A requested donation. The amounts are already parsed (`readAmount`) and in one currency. */
export type DonationRequest = { readonly amount: Money; readonly tip: Money } & EnteredFields &
  Pick<StoredFields, 'quantity' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'>

export const quantityLimits = { min: 1, max: 99 } as const

/** Faults by field, such as `taxAddress.city`; empty for a valid donation. */
export type DonationFaults = Readonly<Record<string, Fault>>

/** Whether the donor enters the home address for Gift Aid or a tax receipt with the donation or later (receipts-15). */
export type TaxAddressTime = 'now' | 'later'

/**
 * Checks a donation. `isStrict` also refuses choices without an effect, such as maximizing a donation that isn't
 * zakat (amounts-4).
 */
export function checkDonation(
  donationData: DonationData,
  request: DonationRequest,
  { isStrict = false, taxAddress = 'now' }: { readonly isStrict?: boolean; readonly taxAddress?: TaxAddressTime } = {},
): DonationFaults {
  const level = donationData.levels.find((candidate) => candidate.id === request.levelId)
  return defined({
    ...checkDonationAmount(donationData, request, level),
    ...checkTax(donationData, request, level, taxAddress),
    ...checkFields(request),
    ...checkLevel(request, level),
    donationType: checkType(donationData, request, level),
    isZakat: checkZakat(donationData, request, level),
    maximizeZakat:
      isStrict && request.maximizeZakat && !request.isZakat ? { code: 'maximize-without-zakat' } : undefined,
  })
}

function checkZakat(
  donationData: DonationData,
  { isZakat }: DonationRequest,
  level: LevelData | undefined,
): Fault | undefined {
  if (!isZakat) return undefined
  if (level?.shares) return { code: 'qurbani-not-zakat' }
  return donationData.zakatVerified ? undefined : { code: 'zakat-not-offered' }
}

/**
 * Checks the type: a donation is either zakat on wealth or of another type, and zakat al-fitr closes before Eid
 * (zakat-20).
 */
function checkType(
  { isFitrClosed = false }: DonationData,
  { donationType, isZakat }: DonationRequest,
  level: LevelData | undefined,
): Fault | undefined {
  if (!donationType || donationType === donorFields.donationType.usual) return undefined
  if (level?.shares) return { code: 'qurbani-has-no-type' }
  if (isZakat) return { code: 'type-with-zakat' }
  return donationType === 'zakat-al-fitr' && isFitrClosed ? { code: 'fitr-closed' } : undefined
}

type Found = { readonly [field: string]: Fault | undefined }

function checkDonationAmount(
  donationData: DonationData,
  request: DonationRequest,
  level: LevelData | undefined,
): Found {
  const { currency } = donationData
  if (request.amount.currency !== currency || request.tip.currency !== currency)
    return { currency: { code: 'currency-not-accepted', params: { currency: request.amount.currency } } }
  const quantity = isQuantity(request.quantity) ? undefined : { code: 'quantity-out-of-range', params: quantityLimits }
  return {
    quantity:
      quantity ??
      (level && level.remaining !== null && level.remaining < request.quantity
        ? { code: 'level-sold-out' }
        : undefined),
    levelId: request.levelId && !level ? { code: 'level-not-found' } : undefined,
    amount: quantity
      ? undefined
      : (checkAmount(donationOf(request, level), donationData.minimumDonation ?? minimumAmount(currency)) ??
        checkStep(pieceOf(request, level))),
    tip: checkTip(request.tip, donationData.tipsEnabled),
  }
}

/** Returns the price of one piece; a level's own amount replaces the typed one (S1 §5). */
const pieceOf = (request: DonationRequest, level: LevelData | undefined): Money =>
  level && !isZero(level.amount) ? level.amount : request.amount

const donationOf = (request: DonationRequest, level: LevelData | undefined): Money =>
  priceOfPieces(pieceOf(request, level), request.quantity, level?.bundle)

export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= quantityLimits.min && quantity <= quantityLimits.max

/** Checks that the amount is between minimum and maximum. The messages name the limit in major units. */
export function checkAmount(gift: Money, minimum: Money): Fault | undefined {
  const maximum = maximumAmount(gift.currency)
  if (gift.amount <= 0n) return { code: 'amount-missing' }
  if (compare(gift, minimum) < 0) return limit('below-minimum', minimum)
  if (compare(gift, maximum) > 0) return limit('above-maximum', maximum)
  return undefined
}

/** Checks the tip of a donation or a basket. */
export function checkTip(tip: Money, areTipsEnabled: boolean): Fault | undefined {
  if (tip.amount < 0n) return { code: 'amount-invalid' }
  if (tip.amount > 0n && !areTipsEnabled) return { code: 'tips-not-taken' }
  const maximum = maximumAmount(tip.currency)
  return compare(tip, maximum) > 0 ? limit('above-maximum', maximum) : checkStep(tip)
}

function checkTax(
  donationData: DonationData,
  request: DonationRequest,
  level: LevelData | undefined,
  time: TaxAddressTime,
): Found {
  if (!request.giftAid && !request.taxReceipt) return {}
  const address = request.taxAddress ?? {}
  const isJudged = isAddressStarted(address) || (time === 'now' && needsTaxAddress(donationData, request))
  const faults = isJudged ? checkTaxAddress(address) : {}
  const countries = countriesOf(donationData.country, address)
  return {
    giftAid: request.giftAid ? checkGiftAid(donationData, request, level, countries) : undefined,
    taxReceipt:
      request.taxReceipt && !countries.some((country) => canHaveTaxReceipt(country, donationData))
        ? { code: 'tax-receipt-not-offered' }
        : undefined,
    ...prefixed('taxAddress', faults),
    'taxAddress.firstName': faults.firstName ?? checkName(address.firstName, nameMax),
    'taxAddress.lastName': faults.lastName ?? checkName(address.lastName, nameMax),
  }
}

/**
 * Returns whether the donor's address is needed: for Gift Aid and a Canadian receipt, not for a US one (receipts-5 to
 * receipts-7).
 */
export const needsTaxAddress = (
  { taxReceiptCountries }: Pick<DonationData, 'taxReceiptCountries'>,
  { giftAid, taxReceipt }: Pick<DonationRequest, 'giftAid' | 'taxReceipt'>,
): boolean => giftAid || (taxReceipt && taxReceiptCountries.includes('CA'))

function checkGiftAid(
  donationData: DonationData,
  request: DonationRequest,
  level: LevelData | undefined,
  countries: readonly (string | undefined)[],
): Fault | undefined {
  if (!countries.some((country) => isGiftAidOffered(country, donationData))) return { code: 'gift-aid-not-offered' }
  if (!level || !isQuantity(request.quantity)) return undefined
  return isBenefitWithinGiftAid(donationOf(request, level), times(level.benefit, BigInt(request.quantity)))
    ? undefined
    : { code: 'gift-aid-benefit-too-large' }
}

/** Checks the fields that the chosen level requires. */
function checkLevel(request: DonationRequest, level: LevelData | undefined): Found {
  const { note, levelEmail, shippingAddress, emergencyContact, medicalInformation } = request
  const missing = (isRequired: boolean | undefined, text: string | null | undefined, code: string) =>
    isRequired && !text?.trim() ? { code } : undefined
  return defined({
    note: missing(level?.requireNote, note, 'note-missing'),
    levelEmail: missing(level?.requireEmail, levelEmail, 'email-missing'),
    ...(level?.requireShipping || shippingToSend(shippingAddress ?? undefined)
      ? prefixed('shippingAddress', checkShippingAddress(shippingAddress ?? {}))
      : {}),
    ...(level?.requireEmergencyContact && !emergencyContact
      ? Object.fromEntries(checkGroup('emergencyContact', donorFields.emergencyContact.parts, {}))
      : {}),
    medicalInformation: missing(level?.requireMedical, medicalInformation, 'field-required'),
    qurbaniNames: level?.shares ? checkNames(request.qurbaniNames, level.shares * request.quantity) : undefined,
  })
}

/** Formats a limit for messages: major units, without decimals if whole. */
const limit = (code: string, money: Money): Fault => ({
  code,
  params: { amount: toMajor(money).replace(/\.0+$/, ''), currency: money.currency },
})

const prefixed = (name: string, faults: AddressFaults): Found =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`${name}.${field}`, fault]))
const defined = (found: Found): DonationFaults =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Fault] => entry[1] !== undefined))
