import { required } from '#shared/collections.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'

/** Paths where each programme is joined (S1 §2.1 "Programme join links"). */
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

/** Returns whether the programme has numbered nights or days, each with its own amount, and ends with the last. */
export const hasNumberedDays = (programme: Programme | null): boolean =>
  programme === 'Ramadan30Nights' || programme === 'DhulHijjah'

/** Path of the wizard for a fundraiser's own plan. */
export const planPath = (slug: string): string => `/scheduled-giving/plans/${encodeURIComponent(slug)}`

/**
 * Returns whether the plan charges daily or nightly: its notices are combined, and only the first donation is announced
 * in advance.
 */
export const isDailyOrNightly = (programme: Programme | null, frequency: string | undefined): boolean =>
  programme === 'DailyGivers' || hasNumberedDays(programme) || (programme === null && frequency === 'day')
