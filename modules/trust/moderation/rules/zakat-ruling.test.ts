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

const faultsOf = (over: RulingInput) => {
  const checked = check(over)
  return 'faults' in checked ? checked.faults : {}
}

test('a ruling is stored tidied, with a document at an https address [zakat-3]', () => {
  expect(
    check({
      ruledOn: ' ٢٠٢٦-١١-٠١ ',
      conditions: ' Only for food. ',
      documentUrl: ' https://scholars.example.org/ruling.pdf ',
      documentId: undefined,
    }),
  ).toEqual({
    ruling: {
      ruledBy: 'Dr Maryam Haddad',
      ruledOn: '2026-11-01',
      schools: ['hanafi', 'hanbali'],
      conditions: 'Only for food.',
      eligibleBps: 10_000,
      documentUrl: 'https://scholars.example.org/ruling.pdf',
      documentId: null,
    },
  })
})

test('an empty form names the scholar, the day, the schools and the document [zakat-3]', () => {
  expect(checkRuling({}, { today, fileIds: [] })).toEqual({
    faults: {
      ruledBy: { code: 'ruling-by-missing' },
      ruledOn: { code: 'ruling-date-invalid' },
      schools: { code: 'ruling-school-missing' },
      documentUrl: { code: 'ruling-document-missing' },
    },
  })
  expect(faultsOf({ documentUrl: ' ', documentId: undefined })).toEqual({
    documentUrl: { code: 'ruling-document-missing' },
  })
})

test.each([
  'ruling.pdf',
  'http://example.org/ruling.pdf',
  'ftp://example.org/ruling.pdf',
  'https://localhost/ruling.pdf',
  'https://reviewer@example.org/ruling.pdf',
  'https://reviewer:secret@example.org/ruling.pdf',
  'https://:secret@example.org/ruling.pdf',
  `https://example.org/${'x'.repeat(481)}`,
])('a document at %j is refused, also beside a file [zakat-3]', (documentUrl) => {
  expect(faultsOf({ documentUrl })).toEqual({ documentUrl: { code: 'ruling-document-invalid' } })
})

test('the longest texts are accepted, and longer ones name their limit', () => {
  expect(
    faultsOf({
      ruledBy: '🌙'.repeat(120),
      conditions: '🌙'.repeat(1000),
      documentUrl: `https://example.org/${'x'.repeat(480)}`,
    }),
  ).toEqual({})
  expect(faultsOf({ ruledBy: '🌙'.repeat(121), conditions: '🌙'.repeat(1001) })).toEqual({
    ruledBy: { code: 'text-too-long', params: { max: 120 } },
    conditions: { code: 'text-too-long', params: { max: 1000 } },
  })
})
