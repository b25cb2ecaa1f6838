import { fieldText } from '#modules/money/giving/rules/amounts.ts'
import { type Currency, exponentOf, isCurrency, money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { type AddressDraft, addressFields } from '#modules/platform/addresses/rules/address.ts'
import { isTipPercent } from '#modules/money/giving/rules/fees/tip.ts'
import { postedAmount, postedAmountFault, postedQuantity } from '#web/ui/posted-amount.ts'
import { type BasketData, fixedLevel, type BasketLine, type LineChange } from './line/basket-line.ts'
import type { BasketState, Tip, BasketPreferences } from './state/basket-state.ts'

/** The result of a form submitted without JavaScript, with everything that was typed. */
export type PostedBasket = {
  readonly state: Pick<BasketState, 'changes' | 'preferences' | 'errors' | 'isChangedElsewhere'> &
    Partial<Pick<BasketState, 'tip'>>
  readonly email: string
  readonly name: string
  readonly isSaved: boolean
  readonly removed: BasketState['removed']
}

const text = (posted: FormData, name: string, max: number): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value.slice(0, max) : ''
}

const isWhole = (amount: string): boolean => /^\d+$/.test(amount)

/**
 * Returns the changes in a line's posted form. Browsers omit unticked checkboxes; fields that weren't shown don't
 * change.
 */
export function changeFromPost(posted: FormData, line: BasketLine, basketData: BasketData): LineChange {
  const { id } = line
  const campaign = basketData.campaigns[line.projectId]
  const has = (field: string) => posted.has(`${field}-${id}`)
  const exponent = exponentOf(line.currency)
  const unit = 10 ** exponent
  const typed = postedAmount(text(posted, `amount-${id}`, 20), exponent)
  const quantity = has('quantity') ? postedQuantity(text(posted, `quantity-${id}`, 5)) : line.quantity
  const isTyped =
    has('amount') && !fixedLevel(line, basketData) && typed !== fieldText(money(BigInt(line.amount), line.currency))
  const refused = {
    ...(isTyped && !isWhole(typed) ? { amount: typed } : {}),
    ...(Number.isInteger(quantity) ? {} : { quantity }),
  }
  const group = `taxAddress_${id}-`
  const address: AddressDraft = Object.fromEntries(
    addressFields.map((field) => [field, text(posted, group + field, 200)]),
  )
  return {
    ...(isTyped && isWhole(typed) ? { amount: Number(typed) * unit } : {}),
    ...(has('quantity') && Number.isInteger(quantity) ? { quantity } : {}),
    ...(refused.amount === undefined && refused.quantity === undefined ? {} : { refused }),
    isZakat: Boolean(campaign?.zakatVerified) && has('isZakat'),
    maximizeZakat: has('isZakat') && has('maximizeZakat'),
    isGiftAid: has('isGiftAid'),
    isTaxDeductible: has('isTaxDeductible'),
    ...([...posted.keys()].some((name) => name.startsWith(group)) ? { taxAddress: address } : {}),
  }
}

/** Returns the basket's preferences and tip from a posted form. */
export function preferencesFromPost(
  posted: FormData,
  before: Tip,
  known: Currency,
): { readonly preferences: Partial<BasketPreferences>; readonly tip: Tip } {
  const chosen = text(posted, 'currency', 3)
  const currency = isCurrency(chosen) ? chosen : known
  const choice = text(posted, 'tipChoice', 8)
  return {
    preferences: {
      anonymous: {
        enabled: posted.has('anonymous'),
        name: text(posted, 'customName', 80),
        location: text(posted, 'location', 80),
      },
      newsletter: posted.has('newsletter'),
      ...(isCurrency(chosen) ? { currency } : {}),
    },
    tip:
      isTipPercent(choice) || choice === 'other'
        ? {
            choice,
            typed: posted.has('tipTyped')
              ? postedAmount(text(posted, 'tipTyped', 20), exponentOf(currency))
              : before.typed,
            isChosen: true,
          }
        : before,
  }
}

/** Returns the errors of amounts and quantities that aren't whole numbers (S1 §5), by control. */
export function fractionErrorsOfBasket({
  changes,
  tip,
}: Pick<BasketState, 'changes' | 'tip'>): Readonly<Record<string, Fault>> {
  const lines = Object.entries(changes).flatMap(([id, { refused }]) =>
    Object.entries(refused ?? {}).map(
      ([field, typed]) => [`${field}-${id}`, postedAmountFault(String(typed))] as const,
    ),
  )
  const tips =
    tip.choice === 'other' && !isWhole(tip.typed) ? [['tipTyped', postedAmountFault(tip.typed)] as const] : []
  return Object.fromEntries([...lines, ...tips])
}
