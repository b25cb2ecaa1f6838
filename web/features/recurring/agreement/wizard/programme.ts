import { required } from '#shared/collections.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'

/** Where each programme is joined (S1 §2.1 "Programme join links"). */
export const programmePaths = {
  '/scheduled-giving/friday-givers/choose-causes': 'FridayGivers',
  '/scheduled-giving/daily-givers/checkout': 'DailyGivers',
  '/scheduled-giving/ramadan': 'Ramadan30Nights',
  '/scheduled-giving/dhc': 'DhulHijjah',
} as const satisfies Readonly<Record<string, Programme>>

export const programmeOfPath = (pathname: string): Programme | null =>
  (programmePaths as Readonly<Record<string, Programme>>)[pathname] ?? null

export const pathOfProgramme = (programme: Programme): string =>
  required(Object.entries(programmePaths).find(([, candidate]) => candidate === programme))[0]

/** Gives on nights or days that are counted, each with an amount of its own, and is over with them. */
export const isCounted = (programme: Programme | null): boolean =>
  programme === 'Ramadan30Nights' || programme === 'DhulHijjah'

/** Where a fundraiser's own plan is begun. */
export const planPath = (slug: string): string => `/scheduled-giving/plans/${encodeURIComponent(slug)}`

/** Given day by day or night by night: its donor is told of such gifts together, and beforehand of the first alone. */
export const isDayByDay = (programme: Programme | null, frequency: string | undefined): boolean =>
  programme === 'DailyGivers' || isCounted(programme) || (programme === null && frequency === 'day')
