import { checkTaxAddress, shippingToSend } from '#modules/platform/addresses/rules/address.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import { defaultAmount, fieldText, isWithinMaximum } from '#modules/money/giving/rules/amounts.ts'
import { needsTaxAddress, quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { controlOfWire, fromPayload, toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import { definitionOf, type FieldName, fieldNames } from '#modules/money/giving/rules/donor-fields.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { isZakatPreselected } from '#modules/money/giving/rules/eligibility.ts'
import { exponentOf, type Money, money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { dropHiddenFields } from '#web/features/money/giving/state/checkout-quote.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'
import { checkCheckoutForm } from '#web/features/money/giving/state/checkout-validation.ts'
import {
  bundleOf,
  chosenLevelOf,
  unitAmountOf,
  wholeUnitsOf,
} from '#web/features/money/giving/state/checkout-amounts.ts'
import { toForm } from '#web/features/money/giving/donor-form.ts'
import { initialForm } from '#web/features/money/giving/donation-data.ts'
import type { Basket, NewItem } from '../basket-client.ts'

export type Line = Basket['items'][number]

/** The data of the item form: the campaign, the visitor and the donor's preferences. */
export type ItemData = {
  /** The tip and the donor's details belong to the basket's checkout, so this form doesn't ask for them. */
  readonly checkoutData: CheckoutData & { readonly tipsEnabled: false; readonly isSignedIn: true }
  readonly email: string
  readonly wantsUpdates: boolean
}

/** How the donor found the campaign: `src` and the referral code. */
export type Origin = { readonly source?: string | null | undefined; readonly code?: string | null | undefined }

/** Preset choices from the URL (`?amount=&src=&code=`) or the page that opened the form. */
export type Start = Origin & {
  readonly amount?: string | undefined
  readonly levelId?: string | undefined
  /** Quantity of the level. */
  readonly quantity?: number | undefined
}

/** Returns the origin of an item; changing a line keeps its origin. */
export const originOf = (line: Line | undefined, start: Start): Origin =>
  line ? { source: line.source, code: line.referredDonor } : start

/**
 * Returns the form for a new line (S1 §5): the currency's default amount, one unit, and zakat for donors from a zakat
 * source.
 */
export function initialItemForm(
  { checkoutData, email, wantsUpdates }: ItemData,
  start: Start,
  wantsTaxReceipt = true,
): Form {
  const form = initialForm(checkoutData, {
    amount:
      start.amount && /^[1-9]\d{0,8}$/.test(start.amount) && isWithinMaximum(start.amount, checkoutData.currency)
        ? start.amount
        : wholeUnitsOf(defaultAmount(checkoutData.currency)),
    email,
    preferences: { campaignUpdates: wantsUpdates },
  })
  const level = checkoutData.levels.find(
    ({ id, soldOut, remaining }) => id === start.levelId && !soldOut && remaining !== 0,
  )
  return {
    ...form,
    levelId: level?.id ?? '',
    amount: level && level.amount > 0 ? wholeUnitsOf(money(BigInt(level.amount), checkoutData.currency)) : form.amount,
    quantity: level ? Math.min(start.quantity ?? 1, level.remaining ?? quantityLimits.max) : 1,
    isZakat: checkoutData.zakatVerified && !level?.shares && isZakatPreselected(start.source ?? undefined),
    taxReceipt: form.taxReceipt && wantsTaxReceipt,
  }
}

/** Returns the line's level, or empty if the level is no longer offered. */
const levelIdOf = (line: Line, checkoutData: CheckoutData): string =>
  checkoutData.levels.find(({ id }) => id === line.givingLevelId)?.id ?? ''

/** Returns the form for an existing line. */
export function formOfLine(item: ItemData, line: Line): Form {
  const { checkoutData } = item
  const levelId = levelIdOf(line, checkoutData)
  const fields = fromPayload('basketItem', line)
  // If the line's own level has an email field, an empty one was cleared by the donor; another level's field is
  // prefilled.
  const email =
    line.givingLevelEmail ??
    (donorQuestionsOf(checkoutData.levels.find(({ id }) => id === levelId)).email ? '' : item.email)
  return {
    ...initialForm(checkoutData, { amount: fieldText(money(BigInt(line.amount), line.currency)), email }),
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
 * Returns whether the line keeps a fractional amount, which only the API can set (S1 §5; contract-2). It is kept while
 * the amount field is unchanged.
 */
function shouldKeepFraction(form: Form, checkoutData: CheckoutData, line: Line | undefined): line is Line {
  if (!line || line.currency !== checkoutData.currency || line.amount % 10 ** exponentOf(checkoutData.currency) === 0)
    return false
  return (
    form.amount === fieldText(money(BigInt(line.amount), checkoutData.currency)) &&
    form.levelId === levelIdOf(line, checkoutData)
  )
}

/**
 * Returns the price of one unit. `line`: the line being changed, whose fraction is kept while its amount is unchanged.
 */
function unitAmountOfItem(form: Form, checkoutData: CheckoutData, line: Line | undefined): Money {
  const level = chosenLevelOf(form, checkoutData)
  return shouldKeepFraction(form, checkoutData, line) && !(level && level.amount > 0)
    ? money(BigInt(line.amount), checkoutData.currency)
    : unitAmountOf(form, checkoutData)
}

/** Returns the price of all units. `line` as above. */
export const donationOfItem = (form: Form, checkoutData: CheckoutData, line: Line | undefined): Money =>
  priceOfPieces(
    unitAmountOfItem(form, checkoutData, line),
    Math.trunc(form.quantity),
    bundleOf(chosenLevelOf(form, checkoutData), checkoutData.currency),
  )

/**
 * Returns whether the stored emergency contact and medical details stay, because the donor didn't enter new ones
 * (privacy-8).
 */
export const shouldKeepEncryptedFields = (form: Form, line: Line | undefined): boolean =>
  line !== undefined && line.hasEncryptedFields && form.levelId === (line.givingLevelId ?? '')

const encryptedFields = fieldNames.filter((name) => definitionOf(name).column === 'encrypted')
const isEmptyField = (form: Form, name: FieldName): boolean =>
  Object.values(toPayload('basketItem', { [name]: form[name as keyof Form] })).length === 0

/** Returns the form's errors by control id, by the same rules as the server. */
export function checkItem(form: Form, checkoutData: CheckoutData, line?: Line): Readonly<Record<string, Fault>> {
  const found = { ...checkCheckoutForm(form, checkoutData) }
  if (shouldKeepEncryptedFields(form, line)) {
    const unsaid = encryptedFields.filter((name) => isEmptyField(form, name))
    for (const id of Object.keys(found))
      if (unsaid.some((name) => id === name || id.startsWith(`${name}-`))) delete found[id]
  }
  // The whole part of the amount alone may be below the minimum.
  if (shouldKeepFraction(form, checkoutData, line)) delete found.amount
  const level = chosenLevelOf(form, checkoutData)
  if (found.quantity?.code === 'level-sold-out' && level?.remaining === 0) {
    found.level = found.quantity
    delete found.quantity
  }
  return found
}

/**
 * Returns whether a Gift Aid or Canadian tax receipt choice still lacks its address, which disables the button (S1 §5,
 * receipts-15).
 */
export const isMissingTaxAddress = (form: Form, checkoutData: CheckoutData): boolean =>
  needsTaxAddress(checkoutData, form) && Object.keys(checkTaxAddress(form.taxAddress)).length > 0

/**
 * Returns the body of S1 §3 "Basket item payload": minor units, visible fields only, no empty ones. `line` as above.
 */
export function newItemOf(typed: Form, checkoutData: CheckoutData, { source, code }: Origin, line?: Line): NewItem {
  const form = dropHiddenFields(typed, checkoutData)
  const piece = Number(unitAmountOfItem(form, checkoutData, line).amount)
  return {
    projectId: checkoutData.campaignId,
    amount: piece,
    currency: checkoutData.currency,
    ...toPayload('basketItem', {
      ...form,
      shippingAddress: shippingToSend(form.shippingAddress),
      levelId: chosenLevelOf(form, checkoutData)?.id,
      source,
      referredDonor: code,
    }),
    metadata: { originalAmount: piece, originalCurrency: checkoutData.currency },
  }
}

/** Returns the control id for a field of the API (`item.taxAddress.City`). */
export function controlOfItem(field: string): string {
  const own = field.replace(/^item\./, '')
  return own === 'currency' ? 'amount' : controlOfWire('basketItem', own)
}
