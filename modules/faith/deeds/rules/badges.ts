/** The figures that badges are based on; amounts are in minor units. */
export type BadgeFigures = {
  readonly zakatAmount: bigint
  readonly dailyDays: number
  readonly fridays: number
  readonly ramadanAmount: bigint
  readonly dhulHijjahAmount: bigint
  readonly animals: number
}

export type Badge =
  | 'zakat'
  | 'daily-givers'
  | 'friday-givers'
  | 'ramadan-challenge'
  | 'dhul-hijjah-challenge'
  | 'qurbani'

/** Returns the badges of a year in the order of S1 §2.1: those whose figure is not zero. */
export const badgesOf = (figures: BadgeFigures): Badge[] =>
  (
    [
      ['zakat', figures.zakatAmount > 0n],
      ['daily-givers', figures.dailyDays > 0],
      ['friday-givers', figures.fridays > 0],
      ['ramadan-challenge', figures.ramadanAmount > 0n],
      ['dhul-hijjah-challenge', figures.dhulHijjahAmount > 0n],
      ['qurbani', figures.animals > 0],
    ] as const
  ).flatMap(([badge, isEarned]) => (isEarned ? [badge] : []))
