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
import type { CheckoutData, Form } from '../../giving/state/checkout-state.ts'
import { checkForm } from '../../giving/state/checkout-validation.ts'
import { bundleOf, levelOf, pieceOf, wholeOf } from '../../giving/state/checkout-amounts.ts'
import { toForm } from '../../giving/donor-form.ts'
import { untouchedForm } from '../../giving/donation-data.ts'
import type { Basket, NewItem } from '../filling.ts'

export type Line = Basket['items'][number]

/** What the form of one line knows: the campaign, its visitor, and what they have said before. */
export type ItemData = {
  /** A tip belongs to the basket, and who gives to its checkout: neither is asked here. */
  readonly checkoutData: CheckoutData & { readonly tipsEnabled: false; readonly isSignedIn: true }
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
export function firstForm({ checkoutData, email, wantsUpdates }: ItemData, start: Start, wantsTaxReceipt = true): Form {
  const form = untouchedForm(checkoutData, {
    amount:
      start.amount && /^[1-9]\d{0,8}$/.test(start.amount) && isWithinMaximum(start.amount, checkoutData.currency)
        ? start.amount
        : wholeOf(defaultAmount(checkoutData.currency)),
    email,
    preferences: { campaignUpdates: wantsUpdates },
  })
  const level = checkoutData.levels.find(
    ({ id, soldOut, remaining }) => id === start.levelId && !soldOut && remaining !== 0,
  )
  return {
    ...form,
    levelId: level?.id ?? '',
    amount: level && level.amount > 0 ? wholeOf(money(BigInt(level.amount), checkoutData.currency)) : form.amount,
    quantity: level ? Math.min(start.quantity ?? 1, level.remaining ?? quantityLimits.max) : 1,
    isZakat: checkoutData.zakatVerified && !level?.shares && zakatPreselected(start.source ?? undefined),
    taxReceipt: form.taxReceipt && wantsTaxReceipt,
  }
}

/** A level that is not shown any more is not chosen any more. */
const levelIdOf = (line: Line, checkoutData: CheckoutData): string =>
  checkoutData.levels.find(({ id }) => id === line.givingLevelId)?.id ?? ''

/** The form of a line that is in the basket. */
export function formOfLine(item: ItemData, line: Line): Form {
  const { checkoutData } = item
  const levelId = levelIdOf(line, checkoutData)
  const fields = fromPayload('basketItem', line)
  // Where the line's own level asked for it, an empty email was emptied by the donor; it is prefilled where another
  // level asks for the first time.
  const email =
    line.givingLevelEmail ?? (asksOf(checkoutData.levels.find(({ id }) => id === levelId)).email ? '' : item.email)
  return {
    ...untouchedForm(checkoutData, { amount: wholeOf(money(BigInt(line.amount), line.currency)), email }),
    ...toForm({
      ...fields,
      levelEmail: email,
      taxAddress: fields.taxAddress ?? (checkoutData.country ? { country: checkoutData.country } : {}),
    }),
    levelId,
    quantity: line.quantity,
    isZakat: line.isZakat && checkoutData.zakatVerified,
    maximizeZakat: line.maximizeZakat && line.isZakat && checkoutData.zakatVerified,
  }
}

/**
 * Whether the amount of a line has a fraction, which no field accepts and only a call can set (S1 §5; contract-2):
 * while the field is unchanged, so is the amount.
 */
function keepsFraction(form: Form, checkoutData: CheckoutData, line: Line | undefined): line is Line {
  if (!line || line.currency !== checkoutData.currency || line.amount % 10 ** exponentOf(checkoutData.currency) === 0)
    return false
  return (
    form.amount === wholeOf(money(BigInt(line.amount), checkoutData.currency)) &&
    form.levelId === levelIdOf(line, checkoutData)
  )
}

/** One of what is given. `line`: the one that is changed, while its amount was not. */
function pieceOfItem(form: Form, checkoutData: CheckoutData, line: Line | undefined): Money {
  const level = levelOf(form, checkoutData)
  return keepsFraction(form, checkoutData, line) && !(level && level.amount > 0)
    ? money(BigInt(line.amount), checkoutData.currency)
    : pieceOf(form, checkoutData)
}

/** What is given, of all pieces. `line` as above. */
export const donationOfItem = (form: Form, checkoutData: CheckoutData, line: Line | undefined): Money =>
  priceOfPieces(
    pieceOfItem(form, checkoutData, line),
    Math.trunc(form.quantity),
    bundleOf(levelOf(form, checkoutData), checkoutData.currency),
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
export function checkItem(form: Form, checkoutData: CheckoutData, line?: Line): Readonly<Record<string, Fault>> {
  const found = { ...checkForm(form, checkoutData) }
  if (keepsEncryptedFields(form, line)) {
    const unsaid = encryptedFields.filter((name) => isUnsaid(form, name))
    for (const id of Object.keys(found))
      if (unsaid.some((name) => id === name || id.startsWith(`${name}-`))) delete found[id]
  }
  // Without its fraction it may be too little.
  if (keepsFraction(form, checkoutData, line)) delete found.amount
  const level = levelOf(form, checkoutData)
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
export const lacksTaxAddress = (form: Form, checkoutData: CheckoutData): boolean =>
  needsTaxAddress(checkoutData, form) && Object.keys(checkTaxAddress(form.taxAddress)).length > 0

/**
 * The payload of S1 §3 "Basket item payload": minor units, no empty fields, only what was asked for. `line` as above.
 */
export function itemOf(typed: Form, checkoutData: CheckoutData, { source, code }: Origin, line?: Line): NewItem {
  const form = dropHiddenFields(typed, checkoutData)
  const piece = Number(pieceOfItem(form, checkoutData, line).amount)
  return {
    projectId: checkoutData.campaignId,
    amount: piece,
    currency: checkoutData.currency,
    ...toPayload('basketItem', {
      ...form,
      shippingAddress: shippingToSend(form.shippingAddress),
      levelId: levelOf(form, checkoutData)?.id,
      source,
      referredDonor: code,
    }),
    metadata: { originalAmount: piece, originalCurrency: checkoutData.currency },
  }
}

/** The server's field (`item.taxAddress.City`) → the id of the control. */
export function controlOfItem(field: string): string {
  const own = field.replace(/^item\./, '')
  return own === 'currency' ? 'amount' : controlOfWire('basketItem', own)
}
