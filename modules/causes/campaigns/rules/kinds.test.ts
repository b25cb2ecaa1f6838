import { expect, test } from 'vitest'
import { runningActs } from './acts.ts'
import { campaignKinds, hasAct, isSupporterKind } from './kinds.ts'

test('teams and supporters’ pages are written by supporters, other campaigns by the charity (supporters-1)', () => {
  expect(campaignKinds.filter(isSupporterKind)).toEqual(['team', 'supporter'])
})

test('the charity reads figures and donors of supporters’ pages and can’t change them (supporters-3)', () => {
  for (const kind of ['team', 'supporter'] as const)
    expect(
      runningActs.filter((act) => hasAct(kind, act)),
      kind,
    ).toEqual(['look', 'figures', 'offline', 'donors', 'claims'])
})

test('a charity’s own campaigns have every permission', () => {
  for (const kind of ['fundraiser', 'general-fund', 'hosted-page'] as const)
    expect(
      runningActs.filter((act) => hasAct(kind, act)),
      kind,
    ).toEqual(runningActs)
})
