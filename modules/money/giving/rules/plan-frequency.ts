/** How often a plan gives that begins with a donation (recurring-21). */
export const planFrequencies = ['week', 'month', 'year'] as const
export type PlanFrequency = (typeof planFrequencies)[number]

/** What a checkout offers: a daily plan has a page of its own. */
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

/** The frequency that a link asks for by `frequencyType`, or by `givingPlan` where that names none (S2 §2). */
export function frequencyAsked(query: URLSearchParams): OfferedFrequency | 'recurring' | undefined {
  const [type, plan] = ['frequencyType', 'givingPlan'].map((name) => words[query.get(name)?.toLowerCase() ?? ''])
  if (type !== undefined && type !== 'recurring') return type
  return query.get('frequencyType')?.toLowerCase() === 'onetime' ? undefined : (plan ?? type)
}

export type ChosenFrequency = {
  readonly frequency: 'once' | OfferedFrequency
  /** What was asked for and is not offered; undefined: nothing of the kind. */
  readonly missing?: OfferedFrequency | 'recurring'
}

/** `recurring` alone means weekly, else monthly, else yearly, else daily; what is not offered becomes one-time. */
export function chooseFrequency(
  request: OfferedFrequency | 'recurring' | undefined,
  offered: readonly OfferedFrequency[],
): ChosenFrequency {
  if (request === undefined) return { frequency: 'once' }
  const wanted = request === 'recurring' ? [...planFrequencies, 'day' as const] : [request]
  const frequency = wanted.find((option) => offered.includes(option))
  return frequency === undefined ? { frequency: 'once', missing: request } : { frequency }
}
