import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { defaultRuleSetId, listRuleSets, ruleSets } from './rule-sets.ts'

test.each([
  ['cautious-1', 'silver', 'counted', 'next12', true],
  ['hanafi-1', 'silver', 'counted', 'next12', false],
  ['shafii-1', 'gold', 'exempt', 'none', true],
  ['maliki-1', 'gold', 'exempt', 'next12', true],
  ['hanbali-1', 'gold', 'exempt', 'next12', true],
] as const)('%s: %s, worn jewellery %s, debts %s [zakat-8]', (id, basis, wornJewellery, debts, isChildLiable) => {
  const ruleSet = ruleSets.find((candidate) => candidate.id === id)
  expect(ruleSet).toMatchObject({ choices: { basis, wornJewellery, debts }, isChildLiable })
  expect(ruleSet?.choices).toMatchObject({
    weights: '87.48/612.36',
    year: 'lunar',
    studentLoans: 'not-deducted',
    longTermSharesPercent: '25',
    pensionEquityPercent: '27',
  })
})

test('the cautious set is the default, and ids carry a version [zakat-8]', () => {
  expect(defaultRuleSetId).toBe('cautious-1')
  expect(ruleSets[0]?.id).toBe(defaultRuleSetId)
  for (const { id } of ruleSets) expect(id).toMatch(/^[a-z]+-\d+$/)
})

test('approvals come from the configuration [zakat-8]', () => {
  const signOff = { scholar: 'A. Scholar', date: localDate('2026-10-01'), source: 'https://charity.example/opinion' }
  expect(listRuleSets({ 'hanafi-1': signOff }).map((ruleSet) => ruleSet.signOff)).toEqual([
    null,
    signOff,
    null,
    null,
    null,
  ])
})
