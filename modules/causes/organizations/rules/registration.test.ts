import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checklistOf,
  checkRegistration,
  type CheckAnswer,
  type Checks,
  isEverythingProved,
  printedRegistration,
  type Registration,
  registrationKey,
  regimeProved,
  tidyRegistration,
  unanswered,
} from './registration.ts'

const of = (country: string, register: string, number: string, taxReference = ''): Registration => ({
  country,
  register,
  number,
  taxReference,
})
const faultsOf = (registration: Registration) => Object.keys(checkRegistration(tidyRegistration(registration)))

test.each([
  [of('GB', 'ccew', '1098765'), []],
  [of('GB', 'ccew', '109876-12'), []],
  [of('GB', 'ccew', '12345'), ['number']],
  [of('GB', 'oscr', 'sc 012345'), []],
  [of('GB', 'oscr', '012345'), ['number']],
  [of('GB', 'ccni', 'NIC101234'), []],
  [of('GB', 'ccni', 'ni101234'), []],
  [of('GB', 'excepted', '', 'AB12345'), []],
  [of('GB', 'excepted', ''), ['taxReference']],
  [of('GB', 'ccew', '1098765', 'AB12345'), []],
  [of('GB', 'ccew', '1098765', '12345'), ['taxReference']],
  [of('GB', 'irs', '12-3456789'), ['register']],
  [of('US', 'irs', '123456789'), []],
  [of('US', 'irs', '12-345678'), ['number']],
  [of('CA', 'cra', '123456789 RR 0001'), []],
  [of('CA', 'cra', '123456789RP0001'), ['number']],
  [of('DE', 'Vereinsregister Köln', 'VR 1234'), []],
  [of('DE', '', 'VR 1234'), ['register']],
  [of('DE', 'ccew', '1098765'), ['register']],
  [of('DE', 'Vereinsregister', ''), ['number']],
  [of('DE', 'Vereinsregister', 'x'.repeat(41)), ['number']],
])('%o is refused at %o (content-21)', (registration, fields) => {
  expect(faultsOf(registration)).toEqual(fields)
})

test('one registration has one key, however it is spelled', () => {
  expect(registrationKey(of('US', 'irs', '12-3456789'))).toBe(registrationKey(of('US', 'irs', '123456789')))
  expect(registrationKey(of('GB', 'oscr', 'SC012345'))).toBe(registrationKey(of('GB', 'oscr', ' sc 012345')))
  expect(registrationKey(of('GB', 'ccew', '1234567'))).not.toBe(registrationKey(of('US', 'ccew', '1234567')))
  expect(registrationKey(of('GB', 'excepted', '', 'AB1'))).not.toBe(registrationKey(of('GB', 'excepted', '', 'AB2')))
})

test('receipts print the number as its country does', () => {
  expect(
    [
      of('GB', 'ccew', '1098765'),
      of('US', 'irs', '123456789'),
      of('CA', 'cra', '123456789rr0001'),
      of('DE', 'VR', '7'),
    ].map(printedRegistration),
  ).toEqual(['Charity no. 1098765', 'EIN 12-3456789', 'BN 123456789RR0001', 'VR 7'])
})

test('receipts follow what was proved, never what was asked (content-23)', () => {
  const british = of('GB', 'ccew', '1098765', 'AB12345')
  const all = (registration: Registration, over: Checks = {}): Checks => ({
    ...Object.fromEntries(checklistOf(registration).map((line) => [line, 'yes'])),
    ...over,
  })
  expect(regimeProved(british, all(british))).toBe('uk')
  expect(regimeProved(british, all(british, { 'gift-aid': 'no' }))).toBe('plain')
  expect(isEverythingProved(british, all(british, { 'gift-aid': 'no' }))).toBe(true)
  expect(isEverythingProved(british, all(british, { extract: 'no' }))).toBe(false)
  const withoutTax = of('GB', 'ccew', '1098765')
  expect(regimeProved(withoutTax, all(withoutTax, { 'gift-aid': 'yes' }))).toBe('plain')
  expect(regimeProved(of('US', 'irs', '12-3456789'), { 'determination-letter': 'yes' })).toBe('us')
  expect(regimeProved(of('CA', 'cra', '123456789RR0001'), { 'tax-receipts': 'yes' })).toBe('ca')
})

test('a checklist without an answer to every line is not complete', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        of('GB', 'excepted', '', 'AB1'),
        of('US', 'irs', '12-3456789'),
        of('CA', 'cra', 'x'),
        of('TR', 'D', '1'),
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
        expect(unanswered(registration, checks).length === 0).toBe(lines.every((line) => line in checks))
        if (isEverythingProved(registration, checks)) expect(unanswered(registration, checks)).toEqual([])
      },
    ),
  )
})
