import type { QurbaniItemView } from '#modules/faith/qurbani/contract.ts'
import { type Animal, animals, type Unit, units } from '#modules/faith/qurbani/rules/animals.ts'
import { type LastDay, lastDays } from '#modules/faith/qurbani/rules/order-window.ts'
import type { ItemForm } from '#modules/faith/qurbani/rules/read-item.ts'
import {
  type CalendarGroup,
  calendarGroupOf,
  calendarGroups,
} from '#modules/platform/addresses/rules/calendar-group.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { money, toMajor } from '#shared/money.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import { postedText } from '#web/lib/form-values.ts'
import type { Json } from '#shared/wire/json.ts'

/** An item as form fields. Empty `calendar` and `timeZone` mean those of the country. */
export type TypedItem = {
  readonly title: string
  readonly hijriYear: string
  readonly country: string
  readonly animal: Animal
  readonly unit: Unit
  readonly animalPrice: string
  readonly capacity: string
  readonly partner: string
  readonly isSponsored: boolean
  readonly isOffered: boolean
  readonly calendar: CalendarGroup | ''
  readonly timeZone: string
  readonly opensOn: string
  readonly lastDay: LastDay
  readonly closeDay: string
  /** Time of day, such as 12:00. */
  readonly close: string
}

/** Returns the fields of a new item. */
export const emptyItem = (hijriYear: number): TypedItem => ({
  title: '',
  hijriYear: String(hijriYear),
  country: '',
  animal: 'cow',
  unit: 'share',
  animalPrice: '',
  capacity: '',
  partner: '',
  isSponsored: false,
  isOffered: true,
  calendar: '',
  timeZone: '',
  opensOn: '',
  lastDay: 12,
  closeDay: '12',
  close: '12:00',
})

/** Reads a posted form; an unknown option becomes the first one. */
export function postedItem(form: FormData): TypedItem {
  const text = (name: string, max: number) => postedText(form, name, max)
  return {
    title: text('title', 500),
    hijriYear: text('hijriYear', 10).trim(),
    country: text('country', 2),
    animal: animals.find((animal) => animal === text('animal', 10)) ?? 'cow',
    unit: units.find((unit) => unit === text('unit', 10)) ?? 'share',
    animalPrice: text('animalPrice', 20).trim(),
    capacity: text('capacity', 10).trim(),
    partner: text('partner', 500),
    isSponsored: form.has('isSponsored'),
    isOffered: form.has('isOffered'),
    calendar: calendarGroups.find((group) => group === text('calendar', 20)) ?? '',
    timeZone: text('timeZone', 64),
    opensOn: text('opensOn', 20),
    lastDay: lastDays.find((day) => String(day) === text('lastDay', 2)) ?? 12,
    closeDay: text('closeDay', 2),
    close: text('close', 8),
  }
}

/**
 * Converts a stored item to form fields. Values equal to the country's defaults stay empty, so that they follow a
 * change of country. Server only: browsers know other time zones.
 */
export const fieldsOfItem = (item: Json<QurbaniItemView>): TypedItem => ({
  title: item.title,
  hijriYear: String(item.hijriYear),
  country: item.country,
  animal: item.animal,
  unit: item.unit,
  animalPrice: wholeUnits(item),
  capacity: item.capacity === null ? '' : String(item.capacity),
  partner: item.partner,
  isSponsored: item.isSponsored,
  isOffered: item.isOffered,
  calendar: item.calendar === calendarGroupOf(item.country) ? '' : item.calendar,
  timeZone: item.timeZone === zoneOfCountry(item.country) ? '' : item.timeZone,
  opensOn: item.opensOn,
  lastDay: lastDays.find((day) => day === item.lastDay) ?? 12,
  closeDay: String(item.close.day),
  close: `${twoDigits(item.close.hour)}:${twoDigits(item.close.minute)}`,
})

const twoDigits = (value: number): string => String(value).padStart(2, '0')
/** Returns the price in whole major units; prices never have a fraction. */
const wholeUnits = ({ animalPrice, currency }: Json<QurbaniItemView>): string =>
  toMajor(money(BigInt(animalPrice), currency)).replace(/\.0+$/, '')

/** Converts the fields to the API's input. An unreadable year or time becomes one that validation rejects. */
export function formOfItem(typed: TypedItem): ItemForm {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(normalizeDigits(typed.close).trim()) ?? [undefined, '-1', '0']
  return {
    ...typed,
    hijriYear: Number(/^\d{1,4}$/.exec(normalizeDigits(typed.hijriYear).trim())?.[0] ?? 0),
    calendar: typed.calendar === '' ? undefined : typed.calendar,
    timeZone: typed.timeZone === '' ? undefined : typed.timeZone,
    close: { day: Number(typed.closeDay) || 0, hour: Number(hour), minute: Number(minute) },
  }
}

/** Returns the names of the fields that differ, in form order. */
export const differentFields = (one: TypedItem, other: TypedItem): (keyof TypedItem)[] =>
  (Object.keys(one) as (keyof TypedItem)[]).filter((field) => one[field] !== other[field])

/** The field that shows an error which names none. */
export const fieldOfRefusal: Readonly<Record<string, string>> = {
  'qurbani-item-exists': 'partner',
  'qurbani-item-ordered': 'animal',
  'qurbani-capacity-below-orders': 'capacity',
}
