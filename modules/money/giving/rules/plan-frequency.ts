/** The frequencies of a plan that can start with a donation (recurring-21). */
export const planFrequencies = ['week', 'month', 'year'] as const
export type PlanFrequency = (typeof planFrequencies)[number]

/** The frequencies of a checkout; a daily plan has its own page. */
export type OfferedFrequency = 'day' | PlanFrequency

const words: Readonly<Record<string, OfferedFrequency | 'recurring'>> = {
  recurring: 'recurring',
  day: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
  year: 'year',
  yearly: 'year',
}

/** Returns the frequency that a link requests by `frequencyType`, otherwise by `givingPlan` (S2 §2). */
export function readFrequency(query: URLSearchParams): OfferedFrequency | 'recurring' | undefined {
  const [type, plan] = ['frequencyType', 'givingPlan'].map((name) => words[query.get(name)?.toLowerCase() ?? ''])
  if (type !== undefined && type !== 'recurring') return type
  return query.get('frequencyType')?.toLowerCase() === 'onetime' ? undefined : (plan ?? type)
}

export type ChosenFrequency = {
  readonly frequency: 'once' | OfferedFrequency
  /** The requested frequency if it isn't offered. */
  readonly missing?: OfferedFrequency | 'recurring'
}

/**
 * Chooses a frequency. `recurring` alone means weekly, else monthly, else yearly, else daily. A frequency that isn't
 * offered becomes one-time.
 */
export function chooseFrequency(
  request: OfferedFrequency | 'recurring' | undefined,
  offered: readonly OfferedFrequency[],
): ChosenFrequency {
  if (request === undefined) return { frequency: 'once' }
  const wanted = request === 'recurring' ? [...planFrequencies, 'day' as const] : [request]
  const frequency = wanted.find((option) => offered.includes(option))
  return frequency === undefined ? { frequency: 'once', missing: request } : { frequency }
}
