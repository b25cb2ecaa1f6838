import type { CardToken } from '#modules/money/payments/rules/card-fields.ts'
import { type Currency, exponentOf, money, type Money, times } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { checkDonation, type DonationFacts, type DonationRequest } from '#modules/money/giving/rules/donation.ts'
import { controlOfRule, controlOfWire, toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import { checkDonorGiven } from '#modules/money/giving/rules/donor.ts'
import { type FeeFacts, feeOfFacts } from '#modules/money/giving/rules/fee.ts'
import { type Quote, quoteDonation } from '#modules/money/giving/rules/quote.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { type TipChoice, tipOf } from '#modules/money/giving/rules/tip.ts'
import { type DonorForm, fieldsOf, withoutUnasked } from './donor-form.ts'

/** Everything the form holds, as typed. */
export type Form = DonorForm & {
  readonly amount: string
  readonly levelId: string
  readonly quantity: number
  readonly tipChoice: TipChoice
  readonly tipTyped: string
  /** What the tip stands at until the donor chooses one; on zakat that is no tip (amounts-9). */
  readonly tipOffered: { readonly choice: TipChoice; readonly typed: string }
  readonly isTipChosen: boolean
  readonly words: string
  /** A saved card; empty: another one, typed into the provider's fields. */
  readonly cardId: string
  readonly saveCard: boolean
}

/** What the page knows of the campaign and its visitor; amounts as the wire has them, in minor units. */
export type CheckoutFacts = {
  readonly campaignId: string
  readonly currency: Currency
  readonly minimumGift: number | null
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  readonly country: string | undefined
  readonly zakatVariant: 'default' | 'maximize'
  readonly zakatEligibleBps: number
  readonly zakatFees: ZakatFees
  /** What a payment by card costs. */
  readonly fee: FeeFacts
  readonly isSignedIn: boolean
  readonly levels: readonly {
    readonly id: string
    readonly title: string
    readonly description: string
    /** Zero: the donor names the amount. */
    readonly amount: number
    readonly limit: number | null
    readonly remaining: number | null
    readonly soldOut: boolean
    readonly includeNote: boolean
    readonly requireNote: boolean
    readonly noteDescription: string
    readonly includeEmail: boolean
    readonly requireEmail: boolean
    readonly emailDescription: string
    readonly requireShipping: boolean
    readonly requireEmergencyContact: boolean
    readonly requireMedical: boolean
  }[]
}

export type Change =
  | { readonly [Key in keyof Form]: { readonly field: Key; readonly value: Form[Key] } }[keyof Form]
  | { readonly field: 'level'; readonly value: string; readonly currency: Currency; readonly amount: number }

/**
 * The next form. A level sets the amount from its own, if it has one; "Change selection" resets to the currency's
 * default (S1 §4).
 */
export function change(form: Form, action: Change): Form {
  switch (action.field) {
    case 'level':
      return {
        ...form,
        levelId: action.value,
        quantity: 1,
        amount: wholeOf(
          action.value !== '' && action.amount > 0
            ? money(BigInt(action.amount), action.currency)
            : defaultAmount(action.currency),
        ),
      }
    case 'name':
      return {
        ...form,
        name: action.value,
        taxAddress: followed(form.taxAddress, namesOf(form.name), namesOf(action.value)),
        shippingAddress: followed(form.shippingAddress, { name: form.name }, { name: action.value }),
      }
    case 'isZakat':
      return withOfferedTip({ ...form, isZakat: action.value, maximizeZakat: action.value && form.maximizeZakat })
    case 'tipOffered':
      return withOfferedTip({ ...form, tipOffered: action.value })
    case 'tipChoice':
      return { ...form, tipChoice: action.value, isTipChosen: true }
    case 'tipTyped':
      return { ...form, tipTyped: action.value, isTipChosen: true }
    default:
      return { ...form, [action.field]: action.value }
  }
}

/** The tip of a donor who has not chosen one: none on zakat, otherwise what is offered. */
export const withOfferedTip = (form: Form): Form =>
  form.isTipChosen
    ? form
    : { ...form, tipChoice: form.isZakat ? '0' : form.tipOffered.choice, tipTyped: form.tipOffered.typed }

/** Names in an address are the donor's as they are typed above, until others are typed there (WCAG 3.3.7). */
const followed = (address: AddressDraft, was: Names, is: Names): AddressDraft =>
  Object.entries(was).every(([field, name]) => (address[field as keyof Names] ?? '') === name)
    ? { ...address, ...is }
    : address
type Names = Pick<AddressDraft, 'firstName' | 'lastName' | 'name'>

/** The last word is the last name. */
function namesOf(name: string): Names {
  const [, firstName = '', lastName = ''] = /^\s*(.*?)(?:\s+(\S+))?\s*$/u.exec(name) ?? []
  return { firstName, lastName }
}

/** Whole major units as the field holds them. */
export const wholeOf = (amount: Money): string => String(amount.amount / 10n ** BigInt(exponentOf(amount.currency)))
const whole = (text: string, currency: Currency): Money =>
  money(BigInt(/^\d{1,12}$/.test(text) ? text : '0') * 10n ** BigInt(exponentOf(currency)), currency)

export const levelOf = (form: Form, facts: CheckoutFacts) => facts.levels.find((level) => level.id === form.levelId)

/** One of what is given: the level's own amount replaces the typed one (S1 §5). */
export function pieceOf(form: Form, facts: CheckoutFacts): Money {
  const level = levelOf(form, facts)
  return level && level.amount > 0 ? money(BigInt(level.amount), facts.currency) : whole(form.amount, facts.currency)
}

/** One posted with a fraction is shown as it was typed, refused, and counts as a whole one meanwhile. */
const wholeQuantity = (form: Form): number => Math.trunc(form.quantity)

export const giftOf = (form: Form, facts: CheckoutFacts): Money =>
  times(pieceOf(form, facts), BigInt(wholeQuantity(form)))

export function tipOfForm(form: Form, facts: CheckoutFacts): Money {
  if (!facts.tipsEnabled || form.tipChoice === '' || form.tipChoice === '0') return money(0n, facts.currency)
  return form.tipChoice === 'other'
    ? whole(form.tipTyped, facts.currency)
    : tipOf(giftOf(form, facts), Number(form.tipChoice))
}

/** What the gift costs, by the very rules the server charges by. */
export function quoteOf(form: Form, facts: CheckoutFacts): Quote {
  const level = levelOf(form, facts)
  return quoteDonation(
    {
      campaignId: facts.campaignId,
      currency: facts.currency,
      fee: feeOfFacts(facts.fee, facts.currency),
      zakatVariant: facts.zakatVariant,
      isZakatVerified: facts.zakatVerified,
      zakatEligibleBps: facts.zakatEligibleBps,
      zakatFees: facts.zakatFees,
    },
    {
      ...requestOf(form, facts),
      level: level && { id: level.id, amount: money(BigInt(level.amount), facts.currency) },
      paymentMethod: 'card',
    },
  )
}

/** Without what is typed into fields that are not shown: neither judged nor sent. */
export const asked = (form: Form, facts: CheckoutFacts): Form => withoutUnasked(form, levelOf(form, facts))

function requestOf(typed: Form, facts: CheckoutFacts): DonationRequest {
  const form = asked(typed, facts)
  const { isZakat, maximizeZakat, giftAid, taxReceipt } = form
  return {
    ...fieldsOf(form),
    amount: pieceOf(form, facts),
    tip: tipOfForm(form, facts),
    levelId: levelOf(form, facts)?.id,
    quantity: wholeQuantity(form),
    isZakat,
    maximizeZakat,
    giftAid,
    taxReceipt,
  }
}

const donationFacts = (facts: CheckoutFacts): DonationFacts => ({
  currency: facts.currency,
  minimumGift: facts.minimumGift === null ? null : money(BigInt(facts.minimumGift), facts.currency),
  zakatVerified: facts.zakatVerified,
  giftAid: facts.giftAid,
  taxReceiptCountries: facts.taxReceiptCountries,
  tipsEnabled: facts.tipsEnabled,
  country: facts.country,
  levels: facts.levels.map((level) => ({
    ...level,
    amount: money(BigInt(level.amount), facts.currency),
    benefit: money(0n, facts.currency),
  })),
})

/** What is missing or wrong, by the id of its control, in the order of the page. */
export function checkForm(form: Form, facts: CheckoutFacts): Record<string, Fault> {
  const found: Record<string, Fault> = {}
  // The amount is not there to be changed while a level says it.
  const amount = levelOf(form, facts)?.amount ? 'quantity' : 'amount'
  if (facts.tipsEnabled && form.tipChoice === '') found.tipChoice = { code: 'tip-choice-missing' }
  for (const [field, fault] of Object.entries({
    ...checkDonation(donationFacts(facts), requestOf(form, facts)),
    ...(facts.isSignedIn ? {} : checkDonorGiven(form)),
  })
    // As the page asks: the parts of an address after everything else.
    .sort(([one], [other]) => one.indexOf('.') - other.indexOf('.')))
    found[field === 'amount' ? amount : controlOfRule(field)] ??= fault
  return found
}

/**
 * What is said at a field that was just left: of an address, that it is required while it is empty (S1 §5 "shown after
 * blur when empty").
 */
export function faultOnLeaving(id: string, form: Form, faults: Readonly<Record<string, Fault>>): Fault | undefined {
  const [group, field] = id.split('-') as ['taxAddress' | 'shippingAddress', keyof AddressDraft]
  const isAddress = group === 'taxAddress' || group === 'shippingAddress'
  return faults[id] && isAddress && !form[group][field]?.trim() ? { code: 'field-required' } : faults[id]
}

/** The payload of the donate call (S2 §3), amounts in decimal major units. */
export function payloadOf(
  typed: Form,
  facts: CheckoutFacts,
  of: {
    /** Of the card that was typed; undefined: the saved card pays. */
    token: CardToken | undefined
    quoteHash: string
    /** Empty: of somebody without an account. */
    userId: string
    intentId?: string | undefined
    repeatOf?: string | undefined
    proof?: string | undefined
    source: string | null
    code: string | null
    browserInfo: Record<string, unknown>
  },
) {
  const form = asked(typed, facts)
  const level = levelOf(form, facts)
  const exponent = exponentOf(facts.currency)
  const decimal = (amount: Money) => {
    const digits = amount.amount.toString().padStart(exponent + 1, '0')
    return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  }
  return {
    campaignId: facts.campaignId,
    amount: decimal(pieceOf(form, facts)),
    currency: facts.currency,
    feeAmount: decimal(tipOfForm(form, facts)),
    paymentMethod: 'card' as const,
    ...(of.token
      ? {
          tokens: [{ type: 'card', token: of.token.id, provider: of.token.provider }],
          saveCard: facts.isSignedIn && form.saveCard,
        }
      : { cardID: form.cardId }),
    ...toPayload('donation', {
      ...form,
      levelId: level?.id,
      quantity: level && form.quantity,
      source: of.source,
      referredDonor: of.code,
    }),
    quoteHash: of.quoteHash,
    repeatOf: of.repeatOf,
    browserInfo: of.browserInfo,
    ...(of.userId ? { userId: of.userId } : { guest: { email: form.email.trim(), name: form.name.trim() } }),
    ...(of.intentId ? { intentId: of.intentId } : {}),
    ...(of.proof ? { reCaptcha: of.proof } : {}),
  }
}

/** The server's field → the id of the control on the page. */
export const controlOf = (field: string): string =>
  field === 'tokens' || field === 'cardID' ? 'card' : controlOfWire('donation', field)
