import { expect, test } from 'vitest'
import { readPlanForm } from '#web/features/recurring/subscriptions/wizard/plan-form.ts'
import { type ChosenCauses, causesIn, withShares } from './causes.ts'

const planForm = (query: string) =>
  readPlanForm(new URLSearchParams(`pick=own&${query}`), { programme: 'FridayGivers', currency: 'USD' })
const there = (...ids: string[]): ChosenCauses => ({
  causes: ids.map((id) => ({ id }) as ChosenCauses['causes'][number]),
  lost: false,
})
const shares = (query: string, chosen: ChosenCauses, isEven = false) =>
  withShares(planForm(query), chosen, isEven).map(({ percent }) => percent)
const both = there('4', '9')

test('keeps a chosen split in any spelling instead of making it even (recurring-19)', () => {
  expect(shares('cause=4&share-4=٧٠&cause=9&share-9=٣٠', both)).toEqual(['70', '30'])
  expect(shares('cause=4&share-4=70%25&cause=9&share-9=30%25', both)).toEqual(['70', '30'])
  expect(shares('cause=4&share-4=33.333&cause=9&share-9=66.667', both)).toEqual(['33.333', '66.667'])
  expect(shares('cause=4&share-4=100&cause=9&share-9=', both)).toEqual(['100', '0'])
  expect(shares('cause=4&share-4=70&cause=9&share-9=30&cause=11', there('4', '9', '11'))).toEqual(['70', '30', ''])
  expect(shares('cause=4&share-4=70&cause=9&share-9=20&cause=11&share-11=10', both)).toEqual(['70', '20'])
})

test('splits evenly without chosen shares, after adding or removing a cause, and on request', () => {
  expect(shares('cause=4&cause=9', both)).toEqual(['50', '50'])
  expect(shares('cause=4&share-4=50&cause=9&share-9=50&cause=11', there('4', '9', '11'))).toEqual([
    '33.34',
    '33.33',
    '33.33',
  ])
  expect(shares('cause=4&share-4=50&cause=9&share-9=50', there('9'))).toEqual(['100'])
  expect(shares('cause=4&share-4=70&cause=9&share-9=30', both, true)).toEqual(['50', '50'])
})

test('reports an unreadable share at its own field, and shares that don’t add up once', () => {
  const frame = {
    sentencesOf: (faults: object) => Object.fromEntries(Object.keys(faults).map((field) => [field, 'not whole'])),
  }
  const refused = (query: string) => causesIn(frame, planForm(query), { none: 'none', unread: 'unread' })
  expect(refused('cause=4&share-4=half&cause=9&share-9=50')).toEqual({ 'share-4': 'unread' })
  expect(refused('cause=4&share-4=100&cause=9&share-9=')).toEqual({ causes: 'not whole' })
  expect(refused('cause=4&share-4=٧٠&cause=9&share-9=٤٠')).toEqual({ causes: 'not whole' })
  expect(refused('cause=4&share-4=٧٠&cause=9&share-9=٣٠')).toEqual({})
  expect(refused('')).toEqual({ causes: 'none' })
})
