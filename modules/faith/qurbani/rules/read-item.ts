import { readLocalDate } from '#shared/calendar.ts'
import { type CalendarGroup, calendarGroupOf } from '#modules/platform/addresses/rules/calendar-group.ts'
import { type Currency, type Money, parseMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { isRefusedNumber, readNumber } from '#shared/input/typed-number.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import { checkName, normalizeLine } from '#modules/money/giving/rules/free-text.ts'
import { type Animal, canOffer, type Unit } from './animals.ts'
import { isCloseTime, type ItemTimes, type LastDay, type CloseTime } from './order-window.ts'

/** Limits of an item; capacity counts animals. */
export const itemLimits = { title: 80, partner: 120, capacity: 100_000, firstYear: 1440, lastYear: 1599 } as const

/** An item as a charity types it: price and capacity are digits; an empty capacity means unlimited. */
export type ItemForm = {
  readonly title: string
  readonly hijriYear: number
  readonly country: string
  readonly animal: Animal
  readonly unit: Unit
  readonly animalPrice: string
  readonly capacity: string
  readonly partner: string
  readonly isSponsored: boolean
  readonly isOffered: boolean
  /** Undefined: the country's time zone. */
  readonly calendar: CalendarGroup | undefined
  readonly timeZone: string | undefined
  readonly opensOn: string
  readonly lastDay: LastDay
  readonly close: CloseTime
}

export type ItemValues = ItemTimes &
  Pick<ItemForm, 'title' | 'country' | 'animal' | 'unit' | 'partner' | 'isSponsored' | 'isOffered'> & {
    readonly animalPrice: Money
    /** Number of animals; null means unlimited. */
    readonly capacity: number | null
    readonly calendar: CalendarGroup
  }

/** Parses an item (qurbani-1 to qurbani-3). Returns it, or the faults by field. */
export function readItem(
  form: ItemForm,
  {
    currency,
    maximum,
    countries,
    zones,
  }: {
    readonly currency: Currency
    /** Maximum price of an animal. */
    readonly maximum: Money
    readonly countries: readonly string[]
    readonly zones: readonly string[]
  },
): { readonly item: ItemValues; readonly faults?: undefined } | { readonly faults: Readonly<Record<string, Fault>> } {
  const faults: Record<string, Fault> = {}
  const title = checkText(form.title, itemLimits.title)
  if (title) faults.title = title
  const partner = checkText(form.partner, itemLimits.partner)
  if (partner) faults.partner = partner
  const { firstYear, lastYear } = itemLimits
  if (form.hijriYear < firstYear || form.hijriYear > lastYear) faults.hijriYear = { code: 'qurbani-year-invalid' }
  if (!countries.includes(form.country)) faults.country = { code: 'country-missing' }
  if (!canOffer(form.animal, form.unit)) faults.unit = { code: 'qurbani-unit-whole' }
  const animalPrice = readPrice(form.animalPrice, currency)
  if (!animalPrice || animalPrice.amount > maximum.amount) faults.animalPrice = { code: 'qurbani-price-invalid' }
  const capacity = readCapacity(form.capacity)
  if (capacity === undefined)
    faults.capacity = { code: 'qurbani-capacity-invalid', params: { max: itemLimits.capacity } }
  const timeZone = form.timeZone ?? zoneOfCountry(form.country)
  if (!zones.includes(timeZone)) faults.timeZone = { code: 'qurbani-zone-unknown' }
  const opensOn = readLocalDate(form.opensOn)
  if (!opensOn) faults.opensOn = { code: 'date-invalid' }
  if (!isCloseTime(form.close, form.lastDay)) faults.close = { code: 'qurbani-close-invalid' }
  if (!animalPrice || capacity === undefined || !opensOn || Object.keys(faults).length > 0) return { faults }
  return {
    item: {
      ...form,
      title: normalizeLine(form.title),
      partner: normalizeLine(form.partner),
      animalPrice,
      capacity,
      calendar: form.calendar ?? calendarGroupOf(form.country),
      timeZone,
      opensOn,
    },
  }
}

const checkText = (typed: string, max: number): Fault | undefined =>
  normalizeLine(typed) === '' ? { code: 'field-required' } : checkName(typed, max)

/** Whole currency units, above 0. */
function readPrice(typed: string, currency: Currency): Money | undefined {
  const read = readNumber(typed, 0)
  const price = isRefusedNumber(read) ? undefined : parseMajor(read.whole, currency)
  return price && price.amount > 0n ? price : undefined
}

/** Undefined: not a valid number of animals. */
function readCapacity(typed: string): number | null | undefined {
  const read = readNumber(typed, 0)
  if (isRefusedNumber(read)) return undefined
  if (read.whole === '') return null
  const capacity = Number(read.whole)
  return capacity >= 1 && capacity <= itemLimits.capacity ? capacity : undefined
}
