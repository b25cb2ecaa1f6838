import { isInLastTenNights } from '#modules/recurring/plans/rules/amounts.ts'
import type { PlanFrequency, AmountSpread, PlanForm } from '../wizard/plan-form.ts'

/**
 * A night of Ramadan or a day of Dhul Hijjah as the page shows it. Dates are formatted on the server, since browsers
 * format them differently.
 */
export type NightData = {
  readonly number: number
  /** Civil date of the charge: the evening before a night, or the day itself. */
  readonly on: string
  /** "Sun 28 Feb": the day after the night; for Dhul Hijjah the day itself. */
  readonly day: string
  /** "Sat 27 Feb": the date of the charge. */
  readonly charged: string
  readonly hijri: string
  readonly isOdd: boolean
  /** Whether it is the day of Arafah. */
  readonly isArafah: boolean
  /** Whether a moon sighting may still move it. */
  readonly isUncertain: boolean
  /** Whether it exists only if the month has thirty days. */
  readonly isMaybe: boolean
  readonly isPast: boolean
}

/** Returns the multiple of the base amount that a night or day gets. */
function factor(number: number, spread: AmountSpread): bigint {
  switch (spread) {
    case 'odd':
      return number % 2 === 1 ? 2n : 1n
    case '27':
      return number === 27 ? 3n : 1n
    case 'odd27':
      return number === 27 ? 3n : factor(number, 'odd')
    case 'arafah':
      return number === 9 ? 2n : 1n
    case 'equal':
    case 'own':
      return 1n
  }
}

/**
 * Returns the amount of one night in whole major units. A night with its own amount has the base amount until the donor
 * types one.
 */
export const amountOfNight = (number: number, planForm: Pick<PlanForm, 'amount' | 'spread' | 'own'>): bigint =>
  planForm.spread === 'own'
    ? BigInt(planForm.own[String(number)] ?? planForm.amount ?? '0')
    : BigInt(planForm.amount ?? '0') * factor(number, planForm.spread)

/** Returns the numbers of the chosen nights that have not passed. */
export const chosenNights = (nights: readonly NightData[], planForm: Pick<PlanForm, 'nights'>): number[] =>
  nights
    .filter(({ number, isPast }) => !isPast && (planForm.nights?.includes(number) ?? true))
    .map(({ number }) => number)

/** Applies a quick pick. "More on the 27th" also chooses the 27th and leaves the other nights unchanged. */
export function applyQuickPick(planForm: PlanForm, pick: string, nights: readonly NightData[]): PlanForm {
  const those = (isMeant: (night: NightData) => boolean) =>
    nights.filter((night) => !night.isPast && isMeant(night)).map(({ number }) => number)
  switch (pick) {
    case 'all':
      return { ...planForm, nights: those(() => true) }
    case 'last-ten':
      return { ...planForm, nights: those(isInLastTenNights) }
    case 'odd':
      return { ...planForm, nights: those(({ isOdd }) => isOdd) }
    case '27':
      return {
        ...planForm,
        ...moreOn27(planForm),
        nights: those(({ number }) => number === 27 || chosenNights(nights, planForm).includes(number)),
      }
    default:
      return planForm
  }
}

/** Raises the 27th to three times the base amount, unless its own amount is already higher. */
function moreOn27(planForm: PlanForm): Pick<PlanForm, 'spread' | 'own'> {
  if (planForm.spread !== 'own')
    return { spread: planForm.spread === 'odd' || planForm.spread === 'odd27' ? 'odd27' : '27', own: planForm.own }
  const [its, triple] = [amountOfNight(27, planForm), amountOfNight(27, { ...planForm, spread: '27' })]
  return { spread: 'own', own: { ...planForm.own, '27': String(its > triple ? its : triple) } }
}

/**
 * Returns the index that an arrow key moves to in a grid; undefined for other keys. Left and right swap in
 * right-to-left pages.
 */
export function stepInGrid(
  key: string,
  index: number,
  { count, columns, isRtl }: { readonly count: number; readonly columns: number; readonly isRtl: boolean },
): number | undefined {
  const forward = isRtl ? -1 : 1
  const rowStart = index - (index % columns)
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: rowStart,
    End: Math.min(rowStart + columns - 1, count - 1),
  }
  const next = moves[key]
  if (next === undefined) return undefined
  return next < 0 || next >= count ? index : next
}

export const defaultPlanFrequency = (offered: readonly PlanFrequency[]): PlanFrequency =>
  offered.includes('week') ? 'week' : (offered[0] ?? 'week')
