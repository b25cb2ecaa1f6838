import type { Fault } from '#shared/problem.ts'
import { compare, type Money } from '#shared/money.ts'
import { mayGiftAid, mayHaveTaxReceipt } from './gift-aid.ts'
import { checkShippingAddress, checkTaxAddress, type AddressFields } from './address.ts'

/** What must be known of a campaign and its chosen level to say whether a gift's form is complete. */
export type CampaignFacts = {
  readonly currency: string
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  readonly minimum: Money
  readonly maximum: Money
  readonly level?: LevelFacts | undefined
}
export type LevelFacts = {
  readonly includeNote: boolean
  readonly requireNote: boolean
  readonly requireEmail: boolean
  readonly requireShipping: boolean
  readonly requireEmergencyContact: boolean
  readonly requireMedical: boolean
  /** Absent: without limit. */
  readonly remaining?: number | undefined
}

/** A gift as its form holds it, amounts parsed. */
export type GiftForm = {
  readonly amount: Money
  readonly tip: Money
  readonly quantity: number
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly taxAddress?: AddressFields | undefined
  readonly shippingAddress?: AddressFields | undefined
  readonly note?: string | undefined
  readonly levelEmail?: string | undefined
  readonly emergencyContact?: { readonly name: string; readonly phone: string } | undefined
  readonly medicalInformation?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
}

export const quantityMax = 99
const fault = (code: string, params?: Fault['params']): Fault => (params ? { code, params } : { code })
const isBlank = (text: string | undefined): boolean => !text || text.trim() === ''

/** One @, something on both sides, a dot in the host: the mailbox itself is proven by the receipt arriving. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@.<>"(),:;\\[\]]{2,}$/.test(text)

/** What is missing or wrong, by field; empty: the gift may be asked for. Run by the form and again by the server (S1 §5, S2 §5). */
export function checkGift(form: GiftForm, campaign: CampaignFacts, country: string | undefined): Record<string, Fault> {
  const faults: Record<string, Fault | undefined> = {
    amount: checkAmount(form.amount, form.quantity, campaign),
    quantity: checkQuantity(form.quantity, campaign.level),
    tip: form.tip.amount > 0n && !campaign.tipsEnabled ? fault('tips-not-offered') : undefined,
    zakat: form.isZakat && !campaign.zakatVerified ? fault('not-zakat-verified') : undefined,
    maximizeZakat: form.maximizeZakat && !form.isZakat ? fault('maximize-without-zakat') : undefined,
    giftAid: form.giftAid && !mayGiftAid(country, campaign) ? fault('gift-aid-not-offered') : undefined,
    taxReceipt: form.taxReceipt && !mayHaveTaxReceipt(country, campaign) ? fault('tax-receipt-not-offered') : undefined,
    email: !isBlank(form.email) && !isEmail(form.email!) ? fault('email-invalid') : undefined,
  }
  if (form.giftAid || form.taxReceipt) Object.assign(faults, prefixed('taxAddress', checkTaxAddress(form.taxAddress ?? {})))
  const { level } = campaign
  if (level?.requireNote && isBlank(form.note)) faults.note = fault('required')
  if (level?.requireEmail && isBlank(form.levelEmail)) faults.levelEmail = fault('required')
  else if (!isBlank(form.levelEmail) && !isEmail(form.levelEmail!)) faults.levelEmail = fault('email-invalid')
  if (level?.requireShipping) Object.assign(faults, prefixed('shippingAddress', checkShippingAddress(form.shippingAddress ?? {})))
  if (level?.requireEmergencyContact) {
    if (isBlank(form.emergencyContact?.name)) faults['emergencyContact.name'] = fault('required')
    if (isBlank(form.emergencyContact?.phone)) faults['emergencyContact.phone'] = fault('required')
  }
  if (level?.requireMedical && isBlank(form.medicalInformation)) faults.medicalInformation = fault('required')
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, Fault] => entry[1] !== undefined))
}

export function checkAmount(amount: Money, quantity: number, { minimum, maximum }: Pick<CampaignFacts, 'minimum' | 'maximum'>): Fault | undefined {
  if (amount.amount <= 0n) return fault('amount-missing')
  if (compare(amount, minimum) < 0) return fault('below-minimum', { minimum: String(minimum.amount), currency: minimum.currency })
  if (amount.amount * BigInt(Math.max(1, Math.trunc(quantity))) > maximum.amount) return fault('above-maximum', { maximum: String(maximum.amount), currency: maximum.currency })
  return undefined
}

export function checkQuantity(quantity: number, level: LevelFacts | undefined): Fault | undefined {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > quantityMax) return fault('quantity-out-of-range', { maximum: quantityMax })
  if (level?.remaining !== undefined && quantity > level.remaining) return level.remaining === 0 ? fault('level-sold-out') : fault('level-not-enough', { count: level.remaining })
  return undefined
}

const prefixed = (name: string, faults: Readonly<Record<string, Fault>>): Record<string, Fault> => Object.fromEntries(Object.entries(faults).map(([field, value]) => [`${name}.${field}`, value]))
