import { type Currency, exponentOf, money, type Money, parseMajor } from '#shared/money.ts'
import { isBenefitWithinGiftAid, yearlyBenefitMax } from '#modules/money/giving/rules/gift-aid.ts'
import { type Bundle, priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { tipOf } from '#modules/money/giving/rules/fees/tip.ts'
import type { CheckoutData, Form, LevelBundle } from './checkout-state.ts'

/** Returns the amount in whole major units, as the field shows it. */
export const wholeUnitsOf = (amount: Money): string =>
  String(amount.amount / 10n ** BigInt(exponentOf(amount.currency)))
/** Reads a field's amount: whole, or with the decimals that the page filled in (amounts-15); 0 if it is neither. */
const amountIn = (text: string, currency: Currency): Money =>
  (/^\d{1,12}(\.\d+)?$/.test(text) ? parseMajor(text, currency) : undefined) ?? money(0n, currency)

/** Returns whether a level is offered for the form's frequency; a hosted page's level has exactly one (pages-6). */
export const isForFrequency = (
  level: CheckoutData['levels'][number],
  { frequency }: Pick<Form, 'frequency'>,
): boolean => !level.frequency || level.frequency === (frequency === 'once' ? 'onetime' : frequency)

export const chosenLevelOf = (form: Form, checkoutData: CheckoutData) =>
  checkoutData.levels.find((level) => level.id === form.levelId && isForFrequency(level, form))

/** Returns the text key of the quantity label: shares, animals or units. */
export function quantityLabel(level: Pick<CheckoutData['levels'][number], 'shares' | 'bundle'> | undefined) {
  if (!level?.shares) return 'give.quantity'
  return level.bundle ? 'give.qurbani-shares' : 'give.qurbani-animals'
}

/** Returns the price of one unit: the level's amount, otherwise the typed amount (S1 §5). */
export function unitAmountOf(form: Form, checkoutData: CheckoutData): Money {
  const level = chosenLevelOf(form, checkoutData)
  return level && level.amount > 0
    ? money(BigInt(level.amount), checkoutData.currency)
    : amountIn(form.amount, checkoutData.currency)
}

/**
 * Returns the quantity as an integer. A posted fraction stays in the form with its error but counts as an integer here.
 */
export const wholeQuantity = (form: Form): number => Math.trunc(form.quantity)

/** Returns the price of several units together, if the level has one. */
export const bundleOf = (
  level: { readonly bundle?: LevelBundle | null } | undefined,
  currency: Currency,
): Bundle | null =>
  level?.bundle ? { size: level.bundle.size, amount: money(BigInt(level.bundle.amount), currency) } : null

export const donationOf = (form: Form, checkoutData: CheckoutData): Money =>
  priceOfPieces(
    unitAmountOf(form, checkoutData),
    wholeQuantity(form),
    bundleOf(chosenLevelOf(form, checkoutData), checkoutData.currency),
  )

/** Returns whether what the donor receives permits Gift Aid on the donation (gift-aid-11). */
export function permitsGiftAid(form: Form, checkoutData: CheckoutData): boolean {
  const benefit =
    BigInt(chosenLevelOf(form, checkoutData)?.benefitValue ?? 0) * BigInt(Math.max(0, wholeQuantity(form)))
  const { currency, giftAidBenefits = 0 } = checkoutData
  // Benefits in another currency are added when the charity claims.
  const isYearWithin = currency !== 'GBP' || benefit + BigInt(giftAidBenefits) <= yearlyBenefitMax
  return (
    benefit === 0n || (isYearWithin && isBenefitWithinGiftAid(donationOf(form, checkoutData), money(benefit, currency)))
  )
}

export function tipOfForm(form: Form, checkoutData: CheckoutData): Money {
  if (!checkoutData.tipsEnabled || form.tipChoice === '' || form.tipChoice === '0')
    return money(0n, checkoutData.currency)
  if (form.tipChoice === 'other') return amountIn(form.tipTyped, checkoutData.currency)
  return tipOf(donationOf(form, checkoutData), Number(form.tipChoice))
}
