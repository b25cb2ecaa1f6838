import { expect, test } from 'vitest'
import { findOpenSteps, type InstallationState } from '#modules/trust/moderation/rules/first-steps.ts'
import { describeOpenSteps } from './first-steps.ts'

const complete: InstallationState = {
  hasAdmin: true,
  sendsMail: true,
  movesMoney: true,
  hasVerifiedCharity: true,
  deciders: 2,
  approvals: 2,
  legalTemplates: [],
}

test('a new installation lists everything that it lacks, in the order of the work', () => {
  const empty = {
    ...complete,
    hasAdmin: false,
    sendsMail: false,
    movesMoney: false,
    hasVerifiedCharity: false,
    deciders: 0,
    legalTemplates: ['en/terms.md'],
  }
  expect(findOpenSteps(empty)).toEqual(['admin', 'mail', 'payments', 'charity', 'colleague', 'legal-pages'])
  expect(findOpenSteps(complete)).toEqual([])
})

test('one person who works alone needs no colleague with STAFF_APPROVALS=1, and reads about it otherwise', () => {
  expect(findOpenSteps({ ...complete, deciders: 1, approvals: 1 })).toEqual([])
  expect(describeOpenSteps({ ...complete, deciders: 1 })).toContain('set STAFF_APPROVALS=1 if one person works on this')
  expect(describeOpenSteps({ ...complete, hasVerifiedCharity: false })).toContain('charity create --own')
})

test('what other checks of the doctor describe is not repeated', () => {
  expect(describeOpenSteps({ ...complete, sendsMail: false, legalTemplates: ['ar/terms.md'] })).toBeUndefined()
})
