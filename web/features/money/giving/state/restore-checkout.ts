import { isTipPercent } from '#modules/money/giving/rules/fees/tip.ts'
import type { UnfinishedValues } from '#web/lib/unfinished-form.ts'
import type { CheckoutChange } from './checkout-reducer.ts'
import type { CheckoutData, Form } from './checkout-state.ts'
import { type Field, isStored, otherFields, presetFields } from './unfinished-checkout.ts'

/**
 * Returns the changes that restore an unfinished checkout. Skips values that the form can't have, and with
 * `isSameLink` false those that a link presets: the donor followed another link after typing them.
 */
export function restoreCheckout(
  values: UnfinishedValues,
  { initial, checkoutData, isSameLink }: { initial: Form; checkoutData: CheckoutData; isSameLink: boolean },
): CheckoutChange[] {
  const fields = Object.keys(values).filter(
    (field): field is Field =>
      Object.hasOwn(initial, field) && isStored(field as Field) && (isSameLink || !isPreset(field as Field)),
  )
  return fields
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((field) => {
      const value = valueOf(field, values[field], initial, checkoutData)
      return value === undefined ? [] : [{ field, value } as CheckoutChange]
    })
}

const isPreset = (field: Field): boolean => presetFields.includes(field)
const order: readonly Field[] = [...presetFields, ...otherFields]
const rank = (field: Field): number => (order.includes(field) ? order.indexOf(field) : order.length)

const textMax = 5000
const isShort = (value: unknown): boolean => String(value).length <= textMax
const isText = (value: unknown): value is string => typeof value === 'string' && isShort(value)

/** Returns the stored value if the form can have it; undefined otherwise. */
function valueOf(field: Field, value: unknown, initial: Form, data: CheckoutData): unknown {
  switch (field) {
    case 'frequency':
      return isOfferedFrequency(value, data) ? value : undefined
    case 'levelId':
      return value === '' || data.levels.some(({ id, soldOut }) => id === value && !soldOut) ? value : undefined
    case 'quantity':
      return Number.isInteger(value) && Number(value) > 0 ? value : undefined
    case 'tipChoice':
      return isText(value) && (isTipPercent(value) || value === 'other') ? value : undefined
    case 'method':
      return value === 'ach' || value === 'card' ? value : undefined
    default:
      return valueLike(initial[field], value)
  }
}

/** Returns the value if it has the type of the initial one; of objects, only texts and flags. */
function valueLike(usual: unknown, value: unknown): unknown {
  if (typeof usual !== 'object') return typeof value === typeof usual && isShort(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const parts = Object.entries(value).filter(([, part]) => isText(part) || typeof part === 'boolean')
  return { ...usual, ...Object.fromEntries(parts) }
}

const isOfferedFrequency = (value: unknown, { takesOnce = true, plans = [] }: CheckoutData): boolean =>
  value === 'once' ? takesOnce : plans.some(({ frequency }) => frequency === value)
