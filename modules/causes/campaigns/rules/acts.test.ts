import { expect, test } from 'vitest'
import { mayAct, type Part, type RunningAct } from './acts.ts'

const parts: readonly Part[] = [
  'organizer',
  'editor',
  'viewer',
  'charity-owner',
  'charity-admin',
  'charity-finance',
  'charity-editor',
]
const whoMay = (act: RunningAct) => parts.filter((part) => mayAct([part], act))

test('project admin is for the organizer and the charity’s owner, admin and finance (accounts-8) [S2 §6]', () => {
  for (const act of ['state', 'offline', 'donors'] as const)
    expect(whoMay(act)).toEqual(['organizer', 'charity-owner', 'charity-admin', 'charity-finance'])
})

test('an editor writes and sees no donors; a viewer changes nothing', () => {
  expect(whoMay('edit')).toEqual(['organizer', 'editor', 'charity-owner', 'charity-admin', 'charity-editor'])
  expect(whoMay('look')).toEqual(parts)
  expect(whoMay('team')).toEqual(['organizer', 'charity-owner', 'charity-admin'])
})

test('a person without a role can do nothing, and the strongest role counts', () => {
  expect(mayAct([], 'look')).toBe(false)
  expect(mayAct(['viewer', 'charity-admin'], 'team')).toBe(true)
})
