import { data, redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import type { Currency } from '#shared/money.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { allZones } from '#shared/zones.ts'
import { zoneChoices } from '#shared/texts/zone-names.ts'
import type { QurbaniItemView } from '#modules/faith/qurbani/contract.ts'
import { itemLimits, readItem } from '#modules/faith/qurbani/rules/read-item.ts'
import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { maximumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedText } from '#web/lib/form-values.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import type { StoredItem } from '#web/features/faith/qurbani/items/item-editor.tsx'
import type { ItemChoices } from '#web/features/faith/qurbani/items/item-form.tsx'
import type { ItemCalls } from './item-calls.ts'
import { fieldOfRefusal, fieldsOfItem, formOfItem, postedItem } from '#web/features/faith/qurbani/items/item-values.ts'
import type { Json } from '#shared/wire/json.ts'

/** Returns the Hijri year in the URL; undefined for the current one. */
export function yearOf(query: URLSearchParams): number | undefined {
  const year = Number(query.get('year'))
  return Number.isInteger(year) && year >= itemLimits.firstYear && year <= itemLimits.lastYear ? year : undefined
}

/** Loads the items of a year, and whether the previous year has items to copy. */
export async function loadItems({ locale }: RenderContext, calls: ItemCalls, query: URLSearchParams) {
  const { hijriYear, items } = await calls.list(yearOf(query))
  const before = hijriYear > itemLimits.firstYear ? (await calls.list(hijriYear - 1)).items : []
  const copied = query.get('copied')
  const done = query.get('done')
  return {
    hijriYear,
    items,
    canCopy: before.some(({ isOffered }) => isOffered),
    countries: countriesIn(locale),
    copied: copied !== null && /^\d{1,4}$/.test(copied) ? Number(copied) : null,
    done: (['added', 'saved'] as const).find((option) => option === done) ?? null,
  }
}

/** Returns the options of an item's form. */
export const itemChoices = async ({ locale, now }: RenderContext): Promise<ItemChoices> => ({
  countries: countriesIn(locale),
  zones: await zoneChoices(locale, { now: now() }),
})

/** Returns the item with this id; null for a new one. Throws 404 for an unknown id. */
export function storedItem(items: readonly Json<QurbaniItemView>[], itemId: string): StoredItem | null {
  if (itemId === 'new') return null
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new Response(null, { status: 404 })
  return { version: item.version, taken: item.claimed + item.reserved, fields: fieldsOfItem(item) }
}

/** Returns the URL of an item, of its shares, or of a year's items, below `root`. */
export function itemAddress(
  root: string,
  { item, shares, year }: { readonly item?: string; readonly shares?: boolean; readonly year: number },
): string {
  const path = item ? `${root}/${item}${shares ? '/shares' : ''}` : root
  return withQuery(path, { year: String(year) })
}

/** Copies the items of the year before the posted one. `here`: URL of the items' page. */
export async function copyItems({ refusalOf }: RenderContext, calls: ItemCalls, form: FormData, here: string) {
  const year = Number(postedText(form, 'year', 4))
  try {
    const { added } = await calls.copy(year - 1)
    return redirect(withQuery(here, { year: String(year), copied: String(added) }), 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused }, { status: refused.status })
  }
}

/**
 * Adds or changes an item (`itemId`). An error returns everything that was typed; `isConflict` if another editor
 * changed the item in the meantime.
 */
export async function saveItem(
  { refusalOf, sentencesOf }: RenderContext,
  calls: ItemCalls,
  form: FormData,
  {
    itemId,
    currency,
    here,
  }: { readonly itemId: string | undefined; readonly currency: Currency; readonly here: string },
) {
  const typed = postedItem(form)
  const version = postedText(form, 'version', 10)
  const values = formOfItem(typed)
  const item = readItem(values, {
    currency,
    maximum: maximumAmount(currency),
    countries: allCountryCodes,
    zones: allZones(),
  })
  if (item.faults)
    return data({ typed, version, errors: sentencesOf(item.faults), problem: '', isConflict: false }, { status: 400 })
  try {
    if (itemId === undefined) await calls.add(values)
    else await calls.change(itemId, /^\d+$/.test(version) ? Number(version) : 0, values)
    const done = itemId === undefined ? 'added' : 'saved'
    return redirect(withQuery(here, { year: String(values.hijriYear), done }), 303)
  } catch (error) {
    const { status, code, fields, message } = refusalOf(error)
    if (status === 401) return redirectToLogin(here)
    const field = fieldOfRefusal[code]
    const errors = field ? { [field]: message } : fields
    const problem = Object.keys(errors).length > 0 ? '' : message
    return data({ typed, version, errors, problem, isConflict: code === 'qurbani-item-changed' }, { status })
  }
}
