import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import { normalizeDigits } from '#shared/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { readCsvRows } from '#modules/faith/zakat/rules/tracking/csv-rows.ts'
import { checkName, normalizeLine } from '#modules/money/giving/rules/free-text.ts'

/** Limits of a file of performed shares, and of the place. */
export const performanceLimits = { characters: 1_000_000, rows: 10_000, place: 120 } as const

/** When and where a share was performed, as entered by the charity. */
export type TypedPerformance = { readonly number: string; readonly performedOn: string; readonly place: string }
type PerformanceField = keyof TypedPerformance
export type Performance = { readonly performedOn: LocalDate; readonly place: string }
export type PerformanceFaults = Readonly<Partial<Record<PerformanceField, Fault>>>

/** The stored state of a share; `isSettled` if its donor has chosen a refund or sadaqah. */
export type RecordedShare = {
  readonly hasAnimal: boolean
  readonly performance: Performance | null
  readonly isSettled: boolean
}

/** The civil days on which a share may have been performed: from the first day of slaughter up to today. */
export type PerformanceDays = { readonly from: LocalDate; readonly to: LocalDate }

const threeNumbers = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const dayOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Parses an ISO date, or a spreadsheet date such as 16/05/2027 or 5/16/2027 if it is unambiguous. */
function readDay(typed: string, { from, to }: PerformanceDays): LocalDate | Fault {
  const text = normalizeDigits(typed).trim()
  if (text === '') return { code: 'qurbani-date-missing' }
  const [, first = '', second = '', year = ''] = threeNumbers.exec(text) ?? []
  const read = year === '' ? [text] : [dayOf(year, second, first), dayOf(year, first, second)]
  const days = [...new Set(read.filter(isLocalDate))]
  if (days.length === 0) return { code: 'date-invalid' }
  const possible = days.filter((day) => day >= from && day <= to)
  if (possible.length > 1) return { code: 'qurbani-date-ambiguous' }
  return possible[0] ?? { code: 'qurbani-date-outside', params: { from, to } }
}

function readPlace(typed: string): string | Fault {
  const place = normalizeLine(typed)
  if (place === '') return { code: 'qurbani-place-missing' }
  return checkName(place, performanceLimits.place) ?? place
}

/** Reads the date and place of performed shares (qurbani-11). */
export function readPerformance(
  typed: Omit<TypedPerformance, 'number'>,
  days: PerformanceDays,
): { readonly performance: Performance } | { readonly faults: PerformanceFaults } {
  const performedOn = readDay(typed.performedOn, days)
  const place = readPlace(typed.place)
  if (typeof performedOn === 'string' && typeof place === 'string') return { performance: { performedOn, place } }
  return {
    faults: {
      ...(typeof performedOn === 'string' ? {} : { performedOn }),
      ...(typeof place === 'string' ? {} : { place }),
    },
  }
}

/** The effect of a row: confirm the share, correct the confirmation, or nothing if the values are equal. */
export type ReadRow = { readonly row: number; readonly typed: TypedPerformance } & (
  | { readonly number: number; readonly performance: Performance; readonly effect: 'new' | 'changed' | 'same' }
  | { readonly faults: PerformanceFaults }
)

/** Validates a reported performance of one share (qurbani-11). */
function readShare(
  typed: TypedPerformance,
  shares: ReadonlyMap<number, RecordedShare>,
  days: PerformanceDays,
): { number: number; performance: Performance; effect: 'new' | 'changed' | 'same' } | { faults: PerformanceFaults } {
  const number = /^\d{1,9}$/.test(typed.number) ? Number(typed.number) : 0
  const share = shares.get(number)
  const read = readPerformance(typed, days)
  const fault = numberFault(share)
  if (fault || 'faults' in read)
    return { faults: { ...(fault && { number: fault }), ...('faults' in read ? read.faults : {}) } }
  return { number, performance: read.performance, effect: effectOf(share?.performance ?? null, read.performance) }
}

function numberFault(share: RecordedShare | undefined): Fault | undefined {
  if (!share) return { code: 'qurbani-share-unknown' }
  if (share.isSettled) return { code: 'qurbani-share-settled' }
  return share.hasAnimal ? undefined : { code: 'qurbani-share-without-animal' }
}

/** Returns how recording these values changes a share. */
export function effectOf(known: Performance | null, performance: Performance): 'new' | 'changed' | 'same' {
  if (!known) return 'new'
  return known.performedOn === performance.performedOn && known.place === performance.place ? 'same' : 'changed'
}

const headings: Readonly<Record<PerformanceField, readonly string[]>> = {
  number: ['number', 'share number', 'رقم السهم', 'رقم الحصة', 'الرقم'],
  performedOn: ['performed on', 'date', 'تاريخ الذبح', 'التاريخ'],
  place: ['place', 'مكان الذبح', 'المكان'],
}
const columns = Object.keys(headings) as PerformanceField[]

/**
 * Reads a file of performed shares row by row: share number, date and place, as in the charity's list; other columns
 * are ignored (qurbani-11). Rows without date and place aren't performed yet and are skipped.
 */
export function readPerformances(
  text: string,
  shares: ReadonlyMap<number, RecordedShare>,
  days: PerformanceDays,
): { readonly rows: readonly ReadRow[] } | { readonly fault: Fault } {
  if (text.length > performanceLimits.characters) return { fault: { code: 'csv-too-large' } }
  const [head, ...records] = readCsvRows(text)
  if (!head || records.length === 0) return { fault: { code: 'qurbani-csv-empty' } }
  if (records.length > performanceLimits.rows)
    return { fault: { code: 'csv-too-many-rows', params: { max: performanceLimits.rows } } }
  const found = (head.cells ?? []).map((cell) =>
    columns.find((column) => headings[column].includes(cell.trim().toLowerCase())),
  )
  const missing = columns.filter((column) => !found.includes(column))
  if (missing.length > 0)
    return {
      fault: { code: 'csv-columns', params: { columns: missing.map((name) => one(headings[name])).join(', ') } },
    }
  const seen = new Set<string>()
  const rows = records.flatMap(({ row, cells }): ReadRow[] => {
    const cell = (column: PerformanceField) => cells?.[found.indexOf(column)]?.trim() ?? ''
    const typed = {
      number: normalizeDigits(cell('number')),
      performedOn: cell('performedOn'),
      place: cell('place').replace(/^'/, ''),
    }
    if (cells === null) return [{ row, typed, faults: { number: { code: 'csv-unreadable', params: { row } } } }]
    if (typed.performedOn === '' && typed.place === '') return []
    if (seen.has(typed.number)) return [{ row, typed, faults: { number: { code: 'qurbani-share-repeated' } } }]
    seen.add(typed.number)
    return [{ row, typed, ...readShare(typed, shares, days) }]
  })
  return rows.length === 0 ? { fault: { code: 'qurbani-csv-without-dates' } } : { rows }
}
