import { isOfLastTen } from '#modules/recurring/plans/rules/amounts.ts'
import type { PlanFrequency, Spread, Wish } from '../wizard/wish.ts'

/**
 * A night of Ramadan or a day of Dhul Hijjah as the page shows it. Its words are made on the server: browsers spell
 * dates in ways of their own.
 */
export type NightFacts = {
  readonly number: number
  /** The evening it is charged on, or the day. */
  readonly on: string
  /** "Sun 28 Feb": the day that the night comes before; of Dhul Hijjah the day itself. */
  readonly day: string
  /** "Sat 27 Feb": when it is charged. */
  readonly charged: string
  readonly hijri: string
  readonly isOdd: boolean
  /** The day of Arafah. */
  readonly isArafah: boolean
  /** The moon may yet move it. */
  readonly isUncertain: boolean
  /** There only if the month turns out to have thirty days. */
  readonly isMaybe: boolean
  readonly isPast: boolean
}

/** How many times the plain amount a night or day gets. */
function factor(number: number, spread: Spread): bigint {
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
 * What one night gets, in whole major units; one whose amount is its own and was not typed yet begins with the plain
 * amount.
 */
export const amountOfNight = (number: number, wish: Pick<Wish, 'amount' | 'spread' | 'own'>): bigint =>
  wish.spread === 'own'
    ? BigInt(wish.own[String(number)] ?? wish.amount ?? '0')
    : BigInt(wish.amount ?? '0') * factor(number, wish.spread)

/** The nights that are chosen, of those that can be. */
export const chosenNights = (nights: readonly NightFacts[], wish: Pick<Wish, 'nights'>): number[] =>
  nights.filter(({ number, isPast }) => !isPast && (wish.nights?.includes(number) ?? true)).map(({ number }) => number)

/**
 * What a quick pick makes of a choice. "More on the 27th" takes it in if it was not, and leaves the others as they are.
 */
export function picked(wish: Wish, pick: string, nights: readonly NightFacts[]): Wish {
  const those = (isMeant: (night: NightFacts) => boolean) =>
    nights.filter((night) => !night.isPast && isMeant(night)).map(({ number }) => number)
  switch (pick) {
    case 'all':
      return { ...wish, nights: those(() => true) }
    case 'last-ten':
      return { ...wish, nights: those(isOfLastTen) }
    case 'odd':
      return { ...wish, nights: those(({ isOdd }) => isOdd) }
    case '27':
      return {
        ...wish,
        ...moreOn27(wish),
        nights: those(({ number }) => number === 27 || chosenNights(nights, wish).includes(number)),
      }
    default:
      return wish
  }
}

/** The 27th at three times a plain night; an own amount that is more than that stays. */
function moreOn27(wish: Wish): Pick<Wish, 'spread' | 'own'> {
  if (wish.spread !== 'own')
    return { spread: wish.spread === 'odd' || wish.spread === 'odd27' ? 'odd27' : '27', own: wish.own }
  const [its, triple] = [amountOfNight(27, wish), amountOfNight(27, { ...wish, spread: '27' })]
  return { spread: 'own', own: { ...wish.own, '27': String(its > triple ? its : triple) } }
}

/**
 * Where the arrow keys lead in a grid of this many columns; undefined: not a key of the grid. In a page that runs to
 * the left so do the columns.
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
