import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChecklistFacts, checklistSteps, getChecklist } from './checklist.ts'

const facts = (over: Partial<ChecklistFacts> = {}): ChecklistFacts => ({
  state: 'draft',
  isComplete: false,
  hasPicture: false,
  hasLevels: false,
  daysOld: 1,
  giftCount: 0,
  hasThanked: false,
  hasNews: false,
  ...over,
})
const done = (over: Partial<ChecklistFacts>) =>
  getChecklist(facts(over))
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

test('starts with nothing done and every step in order', () => {
  expect(getChecklist(facts()).map(({ step }) => step)).toEqual([...checklistSteps])
  expect(done({})).toEqual([])
})

test.each<[string, Partial<ChecklistFacts>, string[]]>([
  ['a complete draft', { isComplete: true, hasPicture: true }, ['story', 'picture']],
  ['in review', { state: 'review', isComplete: true }, ['story', 'review']],
  ['public with a first donation', { state: 'active', giftCount: 1 }, ['story', 'review', 'share']],
])('marks what is done: %s', (_, over, expected) => {
  expect(done(over)).toEqual(expected)
})

test('ends when closed, after two months in public, and once everything is done', () => {
  expect(getChecklist(facts({ state: 'closed' }))).toEqual([])
  expect(getChecklist(facts({ state: 'active', daysOld: 61 }))).toEqual([])
  expect(getChecklist(facts({ daysOld: 300 }))).not.toEqual([])
  const all = { hasPicture: true, hasLevels: true, giftCount: 3, hasThanked: true, hasNews: true }
  expect(getChecklist(facts({ state: 'active', ...all }))).toEqual([])
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
        giftCount: fc.nat(5),
        hasThanked: fc.boolean(),
        hasNews: fc.boolean(),
      }),
      (of) => {
        const items = getChecklist(of as ChecklistFacts)
        expect([0, checklistSteps.length]).toContain(items.length)
        if (items.length > 0) expect(items.some(({ isDone }) => !isDone)).toBe(true)
      },
    ),
  )
})
