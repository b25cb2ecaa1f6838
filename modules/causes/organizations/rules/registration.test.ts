import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checklistOf,
  checkRegistration,
  type CheckAnswer,
  type Checks,
  passesAllChecks,
  printedRegistration,
  type Registration,
  registrationKey,
  confirmedRegime,
  normalizeRegistration,
  missingAnswers,
} from './registration.ts'

const makeRegistration = (country: string, register: string, number: string, taxReference = ''): Registration => ({
  country,
  register,
  number,
  taxReference,
})
const faultsOf = (registration: Registration) => Object.keys(checkRegistration(normalizeRegistration(registration)))

test.each([
  [makeRegistration('GB', 'ccew', '1098765'), []],
  [makeRegistration('GB', 'ccew', '109876-12'), []],
  [makeRegistration('GB', 'ccew', '12345'), ['number']],
  [makeRegistration('GB', 'ccew', '\u202a١٠٩٨٧٦٥\u202c'), []],
  [makeRegistration('GB', 'ccew', '109876 – 12'), []],
  [makeRegistration('US', 'irs', '12–3456789'), []],
  [makeRegistration('CA', 'cra', '123456789-RR-0001'), []],
  [makeRegistration('GB', 'oscr', 'sc 012345'), []],
  [makeRegistration('GB', 'oscr', '012345'), ['number']],
  [makeRegistration('GB', 'ccni', 'NIC101234'), []],
  [makeRegistration('GB', 'ccni', 'ni101234'), []],
  [makeRegistration('GB', 'excepted', '', 'AB12345'), []],
  [makeRegistration('GB', 'excepted', ''), ['taxReference']],
  [makeRegistration('GB', 'ccew', '1098765', 'AB12345'), []],
  [makeRegistration('GB', 'ccew', '1098765', '12345'), ['taxReference']],
  [makeRegistration('GB', 'irs', '12-3456789'), ['register']],
  [makeRegistration('US', 'irs', '123456789'), []],
  [makeRegistration('US', 'irs', '12-345678'), ['number']],
  [makeRegistration('CA', 'cra', '123456789 RR 0001'), []],
  [makeRegistration('CA', 'cra', '123456789RP0001'), ['number']],
  [makeRegistration('DE', 'Vereinsregister Köln', 'VR 1234'), []],
  [makeRegistration('DE', '', 'VR 1234'), ['register']],
  [makeRegistration('DE', 'ccew', '1098765'), ['register']],
  [makeRegistration('DE', 'Vereinsregister', ''), ['number']],
  [makeRegistration('DE', 'Vereinsregister', 'x'.repeat(41)), ['number']],
])('%o is refused at %o (content-21)', (registration, fields) => {
  expect(faultsOf(registration)).toEqual(fields)
})

test('one registration has one key, however it is spelled', () => {
  expect(registrationKey(makeRegistration('US', 'irs', '12-3456789'))).toBe(
    registrationKey(makeRegistration('US', 'irs', '123456789')),
  )
  expect(registrationKey(makeRegistration('GB', 'oscr', 'SC012345'))).toBe(
    registrationKey(makeRegistration('GB', 'oscr', ' sc 012345')),
  )
  for (const [register, typed, other] of [
    ['ccew', '1098765', '۱۰۹۸۷۶۵\u200f'],
    ['Register of associations', 'VR 1234', '\u2066VR ١٢٣٤\u2069'],
  ] as const)
    expect(registrationKey(makeRegistration('DE', register, typed))).toBe(
      registrationKey(makeRegistration('DE', register, other)),
    )
  expect(registrationKey(makeRegistration('GB', 'ccew', '1234567'))).not.toBe(
    registrationKey(makeRegistration('US', 'ccew', '1234567')),
  )
  expect(registrationKey(makeRegistration('GB', 'excepted', '', 'AB1'))).not.toBe(
    registrationKey(makeRegistration('GB', 'excepted', '', 'AB2')),
  )
})

test('receipts print the number as its country does', () => {
  expect(
    [
      makeRegistration('GB', 'ccew', '1098765'),
      makeRegistration('US', 'irs', '123456789'),
      makeRegistration('CA', 'cra', '123456789rr0001'),
      makeRegistration('DE', 'VR', '7'),
    ].map(printedRegistration),
  ).toEqual(['Charity no. 1098765', 'EIN 12-3456789', 'BN 123456789RR0001', 'VR 7'])
})

test('receipts follow what was confirmed, never what was requested (content-23)', () => {
  const british = makeRegistration('GB', 'ccew', '1098765', 'AB12345')
  const all = (registration: Registration, over: Checks = {}): Checks => ({
    ...Object.fromEntries(checklistOf(registration).map((line) => [line, 'yes'])),
    ...over,
  })
  expect(confirmedRegime(british, all(british))).toBe('uk')
  expect(confirmedRegime(british, all(british, { 'gift-aid': 'no' }))).toBe('plain')
  expect(passesAllChecks(british, all(british, { 'gift-aid': 'no' }))).toBe(true)
  expect(passesAllChecks(british, all(british, { extract: 'no' }))).toBe(false)
  const withoutTax = makeRegistration('GB', 'ccew', '1098765')
  expect(confirmedRegime(withoutTax, all(withoutTax, { 'gift-aid': 'yes' }))).toBe('plain')
  expect(confirmedRegime(makeRegistration('US', 'irs', '12-3456789'), { 'determination-letter': 'yes' })).toBe('us')
  expect(confirmedRegime(makeRegistration('CA', 'cra', '123456789RR0001'), { 'tax-receipts': 'yes' })).toBe('ca')
})

test('a checklist without an answer to every line is not complete', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        makeRegistration('GB', 'excepted', '', 'AB1'),
        makeRegistration('US', 'irs', '12-3456789'),
        makeRegistration('CA', 'cra', 'x'),
        makeRegistration('TR', 'D', '1'),
      ),
      fc.array(fc.option(fc.constantFrom<CheckAnswer>('yes', 'no'), { nil: undefined }), {
        minLength: 10,
        maxLength: 10,
      }),
      (registration, answers) => {
        const lines = checklistOf(registration)
        const checks = Object.fromEntries(
          lines.flatMap((line, index) => (answers[index] ? [[line, answers[index]]] : [])),
        ) as Checks
        expect(missingAnswers(registration, checks).length === 0).toBe(lines.every((line) => line in checks))
        if (passesAllChecks(registration, checks)) expect(missingAnswers(registration, checks)).toEqual([])
      },
    ),
  )
})
