import { expect, test } from 'vitest'
import { checkRuling, type RulingInput } from './zakat-ruling.ts'

const today = '2026-11-25'
const complete: RulingInput = {
  ruledBy: ' Dr Maryam Haddad ',
  ruledOn: today,
  schools: ['hanbali', 'hanafi'],
  documentId: 'a',
}
const check = (over: RulingInput = {}) => checkRuling({ ...complete, ...over }, { today, fileIds: ['a'] })

test('accepts a ruling with its document among the files of the request', () => {
  expect(check()).toEqual({
    ruling: {
      ruledBy: 'Dr Maryam Haddad',
      ruledOn: today,
      schools: ['hanafi', 'hanbali'],
      conditions: '',
      eligibleBps: 10_000,
      documentUrl: null,
      documentId: 'a',
    },
  })
  expect(check({ eligiblePercent: 0.01 })).toMatchObject({ ruling: { eligibleBps: 1 } })
  expect(check({ eligiblePercent: 87.55 })).toMatchObject({ ruling: { eligibleBps: 8755 } })
})

test.each<[keyof RulingInput, RulingInput, string]>([
  ['ruledBy', { ruledBy: ' ' }, 'ruling-by-missing'],
  ['ruledBy', { ruledBy: 'x'.repeat(121) }, 'text-too-long'],
  ['ruledOn', { ruledOn: '2026-11-26' }, 'ruling-date-invalid'],
  ['ruledOn', { ruledOn: '2026-99-99' }, 'ruling-date-invalid'],
  ['schools', { schools: [] }, 'ruling-school-missing'],
  ['eligiblePercent', { eligiblePercent: 0 }, 'ruling-share-invalid'],
  ['eligiblePercent', { eligiblePercent: 100.01 }, 'ruling-share-invalid'],
  ['eligiblePercent', { eligiblePercent: Number.NaN }, 'ruling-share-invalid'],
  ['documentUrl', { documentUrl: 'http://example.org' }, 'ruling-document-invalid'],
  ['documentUrl', { documentId: '' }, 'ruling-document-missing'],
  ['documentId', { documentId: 'b' }, 'evidence-not-found'],
  ['conditions', { conditions: 'x'.repeat(1001) }, 'text-too-long'],
])('refuses at %s: %j', (field, over, code) => {
  expect(check(over)).toEqual({ faults: { [field]: expect.objectContaining({ code }) } })
})
