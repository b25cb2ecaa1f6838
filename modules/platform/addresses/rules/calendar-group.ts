/** Groups of countries whose Hijri months begin on the same day (calendar-2). */
export const calendarGroups = ['SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK'] as const
export type CalendarGroup = (typeof calendarGroups)[number]

const groupOf: Readonly<Partial<Record<string, CalendarGroup>>> = {
  TR: 'CALC',
  BA: 'CALC',
  DE: 'CALC',
  AT: 'CALC',
  FR: 'CALC',
  US: 'CALC',
  CA: 'CALC',
  PK: 'SOUTH_ASIA',
  IN: 'SOUTH_ASIA',
  BD: 'SOUTH_ASIA',
  LK: 'SOUTH_ASIA',
  ID: 'MABIMS',
  MY: 'MABIMS',
  SG: 'MABIMS',
  BN: 'MABIMS',
  MA: 'MA',
  OM: 'OM',
  EG: 'EG',
}

/**
 * Returns the calendar group of a donor's country, which they can change; the Saudi group for other countries, as in
 * most of the Gulf and Britain.
 */
export const calendarGroupOf = (country: string | undefined): CalendarGroup =>
  (country && Object.hasOwn(groupOf, country) ? groupOf[country] : undefined) ?? 'SA'
