import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChecklistData, checklistSteps, getChecklist } from './checklist.ts'

const makeData = (over: Partial<ChecklistData> = {}): ChecklistData => ({
  state: 'draft',
  isComplete: false,
  hasPicture: false,
  hasLevels: false,
  daysOld: 1,
  donationCount: 0,
  hasThanked: false,
  hasNews: false,
  ...over,
})
const done = (over: Partial<ChecklistData>) =>
  getChecklist(makeData(over))
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

test('starts with nothing done and every step in order', () => {
  expect(getChecklist(makeData()).map(({ step }) => step)).toEqual([...checklistSteps])
  expect(done({})).toEqual([])
})

test.each<[string, Partial<ChecklistData>, string[]]>([
  ['a complete draft', { isComplete: true, hasPicture: true }, ['story', 'picture']],
  ['in review', { state: 'review', isComplete: true }, ['story', 'review']],
  ['public with a first donation', { state: 'active', donationCount: 1 }, ['story', 'review', 'share']],
])('marks what is done: %s', (_, over, expected) => {
  expect(done(over)).toEqual(expected)
})

test('ends when closed, after two months in public, and once everything is done', () => {
  expect(getChecklist(makeData({ state: 'closed' }))).toEqual([])
  expect(getChecklist(makeData({ state: 'active', daysOld: 61 }))).toEqual([])
  expect(getChecklist(makeData({ daysOld: 300 }))).not.toEqual([])
  const all = { hasPicture: true, hasLevels: true, donationCount: 3, hasThanked: true, hasNews: true }
  expect(getChecklist(makeData({ state: 'active', ...all }))).toEqual([])
})

test('is empty or complete: it never shows some of the steps', () => {
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom('draft', 'review', 'active', 'paused', 'closed'),
        isComplete: fc.boolean(),
        hasPicture: fc.boolean(),
        hasLevels: fc.boolean(),
        daysOld: fc.nat(400),
        donationCount: fc.nat(5),
        hasThanked: fc.boolean(),
        hasNews: fc.boolean(),
      }),
      (input) => {
        const items = getChecklist(input as ChecklistData)
        expect([0, checklistSteps.length]).toContain(items.length)
        if (items.length > 0) expect(items.some(({ isDone }) => !isDone)).toBe(true)
      },
    ),
  )
})
