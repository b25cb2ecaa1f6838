import { expect, test } from 'vitest'
import { canAct, type TeamPart, type RunningAct, runningActs } from './acts.ts'

const parts: readonly TeamPart[] = [
  'organizer',
  'editor',
  'viewer',
  'charity-owner',
  'charity-admin',
  'charity-finance',
  'charity-editor',
  'charity-donor-support',
]
const whoMay = (act: RunningAct) => parts.filter((part) => canAct([part], act))

test('project admin is for the organizer and the charity’s owner, admin and finance (accounts-8) [S2 §6]', () => {
  for (const act of ['state', 'offline', 'claims'] as const)
    expect(whoMay(act)).toEqual(['organizer', 'charity-owner', 'charity-admin', 'charity-finance'])
})

test('an editor writes and sees no donors; a viewer changes nothing', () => {
  expect(whoMay('edit')).toEqual(['organizer', 'editor', 'charity-owner', 'charity-admin', 'charity-editor'])
  expect(whoMay('look')).toEqual(parts)
  expect(whoMay('team')).toEqual(['organizer', 'charity-owner', 'charity-admin'])
})

test('support sees the donors’ table and neither their claims nor a file of them (accounts-13)', () => {
  expect(whoMay('donors')).toEqual([...whoMay('claims'), 'charity-donor-support'])
  expect(runningActs.filter((act) => canAct(['charity-donor-support'], act))).toEqual(['look', 'donors'])
})

test('figures are for the fundraiser’s team and the charity’s owner, admin and finance (accounts-13)', () => {
  expect(whoMay('figures')).toEqual([
    'organizer',
    'editor',
    'viewer',
    'charity-owner',
    'charity-admin',
    'charity-finance',
  ])
})

test('a person without a role can do nothing, and the strongest role counts', () => {
  expect(canAct([], 'look')).toBe(false)
  expect(canAct(['viewer', 'charity-admin'], 'team')).toBe(true)
})
