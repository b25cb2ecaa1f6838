import { checkTaxAddress, shippingToSend } from '#modules/platform/addresses/rules/address.ts'
import { asksOf } from '#modules/causes/campaigns/rules/level.ts'
import { defaultAmount, isWithinMaximum } from '#modules/money/giving/rules/amounts.ts'
import { needsTaxAddress, quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { controlOfWire, fromPayload, toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import { definitionOf, type FieldName, fieldNames } from '#modules/money/giving/rules/donor-fields.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { zakatPreselected } from '#modules/money/giving/rules/eligibility.ts'
import { exponentOf, type Money, money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { dropHiddenFields } from '../../giving/state/checkout-quote.ts'
import type { CheckoutFacts, Form } from '../../giving/state/checkout-state.ts'
import { checkForm } from '../../giving/state/checkout-validation.ts'
import { bundleOf, levelOf, pieceOf, wholeOf } from '../../giving/state/checkout-amounts.ts'
import { toForm } from '../../giving/donor-form.ts'
import { untouchedForm } from '../../giving/gift-facts.ts'
import type { Basket, NewItem } from '../filling.ts'

export type Line = Basket['items'][number]

/** What the form of one line knows: the campaign, its visitor, and what they have said before. */
export type ItemFacts = {
  /** A tip belongs to the basket, and who gives to its checkout: neither is asked here. */
  readonly facts: CheckoutFacts & { readonly tipsEnabled: false; readonly isSignedIn: true }
  readonly email: string
  readonly wantsUpdates: boolean
}

/** How a donor came: `src`, and the referral code of a link. */
export type Origin = { readonly source?: string | null | undefined; readonly code?: string | null | undefined }

/** What was chosen before: by the address (`?amount=&src=&code=`), or on the page the form was opened from. */
export type Start = Origin & {
  readonly amount?: string | undefined
  readonly levelId?: string | undefined
  /** Of the level. */
  readonly quantity?: number | undefined
}

/** Of a line that is changed it stays what it was. */
export const originOf = (line: Line | undefined, start: Start): Origin =>
  line ? { source: line.source, code: line.referredDonor } : start

/** The form of a new line (S1 §5): the currency's default amount, one piece, zakat for donors from a zakat source. */
export function firstForm({ facts, email, wantsUpdates }: ItemFacts, start: Start, wantsTaxReceipt = true): Form {
  const form = untouchedForm(facts, {
    amount:
      start.amount && /^[1-9]\d{0,8}$/.test(start.amount) && isWithinMaximum(start.amount, facts.currency)
        ? start.amount
        : wholeOf(defaultAmount(facts.currency)),
    email,
    preferences: { campaignUpdates: wantsUpdates },
  })
  const level = facts.levels.find(({ id, soldOut, remaining }) => id === start.levelId && !soldOut && remaining !== 0)
  return {
    ...form,
    levelId: level?.id ?? '',
    amount: level && level.amount > 0 ? wholeOf(money(BigInt(level.amount), facts.currency)) : form.amount,
    quantity: level ? Math.min(start.quantity ?? 1, level.remaining ?? quantityLimits.max) : 1,
    isZakat: facts.zakatVerified && !level?.shares && zakatPreselected(start.source ?? undefined),
    taxReceipt: form.taxReceipt && wantsTaxReceipt,
  }
}

/** A level that is not shown any more is not chosen any more. */
const levelIdOf = (line: Line, facts: CheckoutFacts): string =>
  facts.levels.find(({ id }) => id === line.givingLevelId)?.id ?? ''

/** The form of a line that is in the basket. */
export function formOfLine(item: ItemFacts, line: Line): Form {
  const { facts } = item
  const levelId = levelIdOf(line, facts)
  const said = fromPayload('basketItem', line)
  // Where the line's own level asked for it, an empty email was emptied by the donor; it is prefilled where another
  // level asks for the first time.
  const email = line.givingLevelEmail ?? (asksOf(facts.levels.find(({ id }) => id === levelId)).email ? '' : item.email)
  return {
    ...untouchedForm(facts, { amount: wholeOf(money(BigInt(line.amount), line.currency)), email }),
    ...toForm({
      ...said,
      levelEmail: email,
      taxAddress: said.taxAddress ?? (facts.country ? { country: facts.country } : {}),
    }),
    levelId,
    quantity: line.quantity,
    isZakat: line.isZakat && facts.zakatVerified,
    maximizeZakat: line.maximizeZakat && line.isZakat && facts.zakatVerified,
  }
}

/**
 * Whether the amount of a line has a fraction, which no field accepts and only a call can set (S1 §5; contract-2):
 * while the field is unchanged, so is the amount.
 */
function keepsFraction(form: Form, facts: CheckoutFacts, line: Line | undefined): line is Line {
  if (!line || line.currency !== facts.currency || line.amount % 10 ** exponentOf(facts.currency) === 0) return false
  return form.amount === wholeOf(money(BigInt(line.amount), facts.currency)) && form.levelId === levelIdOf(line, facts)
}

/** One of what is given. `line`: the one that is changed, while its amount was not. */
function pieceOfItem(form: Form, facts: CheckoutFacts, line: Line | undefined): Money {
  const level = levelOf(form, facts)
  return keepsFraction(form, facts, line) && !(level && level.amount > 0)
    ? money(BigInt(line.amount), facts.currency)
    : pieceOf(form, facts)
}

/** What is given, of all pieces. `line` as above. */
export const giftOfItem = (form: Form, facts: CheckoutFacts, line: Line | undefined): Money =>
  priceOfPieces(
    pieceOfItem(form, facts, line),
    Math.trunc(form.quantity),
    bundleOf(levelOf(form, facts), facts.currency),
  )

/**
 * Emergency contact and medical information are kept with the line and stay, unless they are said anew (privacy-8).
 */
export const keepsEncryptedFields = (form: Form, line: Line | undefined): boolean =>
  line !== undefined && line.hasEncryptedFields && form.levelId === (line.givingLevelId ?? '')

const encryptedFields = fieldNames.filter((name) => definitionOf(name).column === 'encrypted')
const isUnsaid = (form: Form, name: FieldName): boolean =>
  Object.values(toPayload('basketItem', { [name]: form[name as keyof Form] })).length === 0

/** What is missing or wrong, by the id of its control, by the very rules the server judges with. */
export function checkItem(form: Form, facts: CheckoutFacts, line?: Line): Readonly<Record<string, Fault>> {
  const found = { ...checkForm(form, facts) }
  if (keepsEncryptedFields(form, line)) {
    const unsaid = encryptedFields.filter((name) => isUnsaid(form, name))
    for (const id of Object.keys(found))
      if (unsaid.some((name) => id === name || id.startsWith(`${name}-`))) delete found[id]
  }
  // Without its fraction it may be too little.
  if (keepsFraction(form, facts, line)) delete found.amount
  const level = levelOf(form, facts)
  if (found.quantity?.code === 'level-sold-out' && level?.remaining === 0) {
    found.level = found.quantity
    delete found.quantity
  }
  return found
}

/**
 * Gift Aid or a Canadian tax receipt was chosen and the address it needs is not there yet: until then the button is
 * disabled (S1 §5, receipts-15).
 */
export const lacksTaxAddress = (form: Form, facts: CheckoutFacts): boolean =>
  needsTaxAddress(facts, form) && Object.keys(checkTaxAddress(form.taxAddress)).length > 0

/**
 * The payload of S1 §3 "Basket item payload": minor units, no empty fields, only what was asked for. `line` as above.
 */
export function itemOf(typed: Form, facts: CheckoutFacts, { source, code }: Origin, line?: Line): NewItem {
  const form = dropHiddenFields(typed, facts)
  const piece = Number(pieceOfItem(form, facts, line).amount)
  return {
    projectId: facts.campaignId,
    amount: piece,
    currency: facts.currency,
    ...toPayload('basketItem', {
      ...form,
      shippingAddress: shippingToSend(form.shippingAddress),
      levelId: levelOf(form, facts)?.id,
      source,
      referredDonor: code,
    }),
    metadata: { originalAmount: piece, originalCurrency: facts.currency },
  }
}

/** The server's field (`item.taxAddress.City`) → the id of the control. */
export function controlOfItem(field: string): string {
  const own = field.replace(/^item\./, '')
  return own === 'currency' ? 'amount' : controlOfWire('basketItem', own)
}
