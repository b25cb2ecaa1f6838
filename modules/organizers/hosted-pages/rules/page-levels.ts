import { maximumAmount, minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { normalizeWords } from '#modules/organizers/comments/rules/words.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import { compare, type Currency, exponentOf, money, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { defaultLevelTitle, type FrequencyName, pageLimits, type PageLevel } from './page-content.ts'

/** A level as sent; new if it has no id. */
export type LevelInput = {
  readonly id?: string | null | undefined
  readonly amount?: number | null | undefined
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly frequency?: FrequencyName | null | undefined
}

/** Whether an amount in minor units is a positive number of whole major units. */
export const isWholeMajorAmount = (amount: number, currency: Currency): boolean =>
  Number.isSafeInteger(amount) && amount > 0 && amount % 10 ** exponentOf(currency) === 0

/** Returns the fault of a level's amount in minor units. */
export function checkLevelAmount(amount: number, currency: Currency): Fault | undefined {
  if (!isWholeMajorAmount(amount, currency)) return { code: 'not-whole' }
  const read = money(BigInt(amount), currency)
  const [least, most] = [minimumAmount(currency), maximumAmount(currency)]
  if (compare(read, least) < 0) return { code: 'below-minimum', params: { amount: toMajor(least), currency } }
  if (compare(read, most) > 0) return { code: 'above-maximum', params: { amount: toMajor(most), currency } }
  return undefined
}

/**
 * Validates levels and returns them as stored. `knownIds` are the page's own; other ids are refused (pages-6). Faults
 * are at `givingLevels.{place}.{field}`.
 */
export function readLevels(
  levelInputs: readonly LevelInput[],
  input: { readonly currency: Currency; readonly knownIds: ReadonlySet<string>; readonly newId: () => string },
): { readonly levels: readonly PageLevel[]; readonly faults: Readonly<Record<string, Fault>> } {
  const faults: Record<string, Fault> = {}
  if (levelInputs.length > pageLimits.levels)
    return {
      levels: [],
      faults: { givingLevels: { code: 'too-many-page-levels', params: { max: pageLimits.levels } } },
    }
  const used = new Set<string>()
  const levels = levelInputs.map((level, place) => {
    const fault = (field: string, wrong: Fault | undefined) => {
      if (wrong) faults[`givingLevels.${place}.${field}`] = wrong
    }
    const known = level.id ?? undefined
    if (known !== undefined && (!input.knownIds.has(known) || used.has(known))) fault('id', { code: 'level-not-found' })
    if (known !== undefined) used.add(known)
    const title = normalizeName(level.title ?? '') || defaultLevelTitle
    const description = normalizeWords(level.description ?? '')
    const amount = level.amount ?? 0
    fault('amount', level.amount == null ? { code: 'amount-missing' } : checkLevelAmount(amount, input.currency))
    fault('title', tooLong(title, pageLimits.levelTitle))
    fault('description', tooLong(description, pageLimits.levelDescription))
    return { id: known ?? input.newId(), amount, title, description, frequency: level.frequency ?? 'oneTime' }
  })
  return { levels, faults }
}

const tooLong = (text: string, max: number): Fault | undefined =>
  [...text].length > max ? { code: 'text-too-long', params: { max } } : undefined
