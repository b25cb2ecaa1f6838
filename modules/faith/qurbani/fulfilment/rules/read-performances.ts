import type { LocalDate } from '#shared/calendar.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { type CsvFormat, readCsvTable } from '#shared/input/csv-file.ts'
import type { Fault } from '#shared/problem.ts'
import { possibleDays } from '#shared/input/typed-day.ts'
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

/** Parses an ISO date, or a spreadsheet date such as 16/05/2027 or 5/16/2027 if it is unambiguous. */
function readDay(typed: string, { from, to }: PerformanceDays): LocalDate | Fault {
  if (typed.trim() === '') return { code: 'qurbani-date-missing' }
  const days = possibleDays(typed)
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

const format: CsvFormat<PerformanceField> = {
  headings: {
    number: { own: ['number', 'رقم السهم'], others: ['share number', 'رقم الحصة', 'الرقم'] },
    performedOn: { own: ['performed on', 'تاريخ الذبح'], others: ['date', 'التاريخ'] },
    place: { own: ['place', 'مكان الذبح'], others: ['المكان'] },
  },
  rowsMax: performanceLimits.rows,
  charactersMax: performanceLimits.characters,
}

/**
 * Reads a file of performed shares row by row: share number, date and place, as in the charity's list; other columns
 * are ignored (qurbani-11). Rows without date and place aren't performed yet and are skipped.
 */
export function readPerformances(
  text: string,
  shares: ReadonlyMap<number, RecordedShare>,
  days: PerformanceDays,
): { readonly rows: readonly ReadRow[] } | { readonly fault: Fault } {
  const table = readCsvTable(text, format)
  if ('fault' in table) return { fault: table.fault.code === 'csv-empty' ? { code: 'qurbani-csv-empty' } : table.fault }
  const seen = new Set<string>()
  const rows = table.rows.flatMap(({ row, cells, fault }): ReadRow[] => {
    const typed = {
      number: normalizeDigits(cells?.number ?? '').trim(),
      performedOn: cells?.performedOn ?? '',
      place: cells?.place.replace(/^'/, '') ?? '',
    }
    if (fault) return [{ row, typed, faults: { number: fault } }]
    if (typed.performedOn === '' && typed.place === '') return []
    // Spreadsheets can pad numbers: 01 and 1 are the same share.
    const unpadded = typed.number.replace(/^0+(?=\d)/, '')
    if (seen.has(unpadded)) return [{ row, typed, faults: { number: { code: 'qurbani-share-repeated' } } }]
    seen.add(unpadded)
    return [{ row, typed, ...readShare(typed, shares, days) }]
  })
  return rows.length === 0 ? { fault: { code: 'qurbani-csv-without-dates' } } : { rows }
}
