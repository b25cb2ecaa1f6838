import { expect, test } from 'vitest'
import { chooseFrequency, readFrequency } from './plan-frequency.ts'

const request = (query: string) => readFrequency(new URLSearchParams(query))

test('a link presets the frequency by frequencyType, otherwise by the plan it names [S2 §2]', () => {
  expect(request('')).toBeUndefined()
  expect(request('frequencyType=onetime&givingPlan=month')).toBeUndefined()
  expect(request('frequencyType=recurring')).toBe('recurring')
  expect(request('frequencyType=recurring&givingPlan=Monthly')).toBe('month')
  expect(request('givingPlan=yearly')).toBe('year')
  expect(request('frequencyType=WEEKLY&givingPlan=month')).toBe('week')
  expect(request('frequencyType=hourly')).toBeUndefined()
})

test('`recurring` alone is weekly, else monthly, else yearly; if not offered it is one-time (recurring-21)', () => {
  expect(chooseFrequency(undefined, ['week'])).toEqual({ frequency: 'once' })
  expect(chooseFrequency('recurring', ['day', 'month', 'week', 'year'])).toEqual({ frequency: 'week' })
  expect(chooseFrequency('recurring', ['year', 'month'])).toEqual({ frequency: 'month' })
  expect(chooseFrequency('recurring', ['year'])).toEqual({ frequency: 'year' })
  expect(chooseFrequency('recurring', ['day'])).toEqual({ frequency: 'day' })
  expect(chooseFrequency('month', ['week'])).toEqual({ frequency: 'once', missing: 'month' })
  expect(chooseFrequency('recurring', [])).toEqual({ frequency: 'once', missing: 'recurring' })
})
