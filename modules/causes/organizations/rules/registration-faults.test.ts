import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checklistOf,
  checkRegistration,
  type CheckLine,
  confirmedRegime,
  missingAnswers,
  normalizeRegistration,
  passesAllChecks,
  printedRegistration,
  type Registration,
  registersOf,
  registrationKey,
} from './registration.ts'

const british: Registration = { country: 'GB', register: 'ccew', number: '1098765', taxReference: '' }
const excepted: Registration = { country: 'GB', register: 'excepted', number: '', taxReference: 'AB12345' }
const german: Registration = { country: 'DE', register: 'Vereinsregister Köln', number: 'VR 1234', taxReference: '' }
const american: Registration = { country: 'US', register: 'irs', number: '12-3456789', taxReference: '' }
const canadian: Registration = { country: 'CA', register: 'cra', number: '123456789RR0001', taxReference: '' }
const tooLong = (max: number) => ({ code: 'text-too-long', params: { max } })

test('three countries have registers with a code, others name theirs (content-21)', () => {
  expect(['GB', 'US', 'CA', 'DE'].map(registersOf)).toEqual([
    ['ccew', 'oscr', 'ccni', 'excepted'],
    ['irs'],
    ['cra'],
    undefined,
  ])
})

describe('a registration has one spelling (amounts-17)', () => {
  test.each<[Registration, Partial<Registration>, Partial<Registration>]>([
    [
      german,
      { register: '  Vereins \t register ', number: ' VR   ١٢٣٤\n' },
      { register: 'Vereins register', number: 'VR 1234' },
    ],
    [german, { number: '123456789' }, { number: '123456789' }],
    [german, { number: '12-3456789' }, { number: '12-3456789' }],
    [german, { number: 'vr 1' }, { number: 'vr 1' }],
    [
      british,
      { number: ' 109 876 – 12 ', taxReference: ' ab 123-45 ' },
      { number: '109876-12', taxReference: 'AB12345' },
    ],
    [british, { register: 'oscr', number: 'sc-012345' }, { register: 'oscr', number: 'SC012345' }],
    [american, { number: '123456789' }, { number: '12-3456789' }],
    [american, { number: '12 345 6789' }, { number: '12-3456789' }],
    // Not an EIN, so no hyphen makes it look like one.
    [american, { number: '1123456789' }, { number: '1123456789' }],
    [american, { number: '12345678' }, { number: '12345678' }],
    [american, { number: 'A123456789' }, { number: 'A123456789' }],
    [american, { number: '123456789A' }, { number: '123456789A' }],
  ])('%o with %o becomes %o', (registration, typed, expected) => {
    expect(normalizeRegistration({ ...registration, ...typed })).toEqual({ ...registration, ...expected })
  })
})

describe('each fault has its code (content-21)', () => {
  test.each<[Registration, Partial<Registration>, ReturnType<typeof checkRegistration>]>([
    [british, { register: '' }, { register: { code: 'register-missing' } }],
    [british, { register: 'Companies House' }, { register: { code: 'register-missing' } }],
    [british, { register: 'cra' }, { register: { code: 'register-missing' } }],
    [german, { register: '', number: '' }, { register: { code: 'register-missing' } }],
    [german, { register: 'irs' }, { register: { code: 'register-missing' } }],
    [german, { register: 'x'.repeat(80) }, {}],
    [german, { register: 'x'.repeat(81) }, { register: tooLong(80) }],
    [
      german,
      { register: 'x'.repeat(81), number: '' },
      { register: tooLong(80), number: { code: 'registration-number-missing' } },
    ],
    [german, { number: 'x'.repeat(40) }, {}],
    [german, { number: 'x'.repeat(41) }, { number: tooLong(40) }],
    [german, { number: '' }, { number: { code: 'registration-number-missing' } }],
    [german, { taxReference: 'anything' }, {}],
    [american, { taxReference: 'anything' }, {}],
    [british, { number: '' }, { number: { code: 'registration-ccew' } }],
    [british, { register: 'oscr' }, { number: { code: 'registration-oscr' } }],
    [british, { register: 'ccni' }, { number: { code: 'registration-ccni' } }],
    [excepted, { number: '1' }, { number: { code: 'registration-excepted' } }],
    [american, { number: '123456789' }, { number: { code: 'registration-irs' } }],
    [canadian, { number: '123456789' }, { number: { code: 'registration-cra' } }],
    [excepted, { taxReference: '' }, { taxReference: { code: 'tax-reference-missing' } }],
    [excepted, {}, {}],
    [
      british,
      { number: '1', taxReference: '1' },
      { number: { code: 'registration-ccew' }, taxReference: { code: 'tax-reference-invalid' } },
    ],
  ])('%o with %o has the faults %o', (registration, over, faults) => {
    expect(checkRegistration({ ...registration, ...over })).toEqual(faults)
  })

  test.each<[Registration, readonly string[], readonly string[]]>([
    [
      british,
      ['109876', '1098765', '1098765-1', '1098765-12'],
      ['10987', '10987654', '1098765-', '1098765-123', 'A1098765', '1098765A'],
    ],
    [{ ...british, register: 'oscr' }, ['SC012345'], ['SC01234', 'SC0123456', 'XSC012345', 'sc012345']],
    [{ ...british, register: 'ccni' }, ['NI101234', 'NIC101234'], ['N101234', 'NIC1012345', 'XNIC101234', 'NID101234']],
    [american, ['12-3456789'], ['1-3456789', '123-456789', '12-34567890', '012-3456789']],
    [canadian, ['123456789RR0001'], ['1123456789RR0001', '123456789RR00012', '123456789RP0001', '12345678RR0001']],
  ])('the numbers of %o are checked whole', (registration, valid, invalid) => {
    const isValid = (number: string) => !('number' in checkRegistration({ ...registration, number }))
    expect(valid.filter(isValid)).toEqual(valid)
    expect(invalid.filter(isValid)).toEqual([])
  })

  test('a reference of HMRC is one or two letters and at most five digits', () => {
    const isValid = (taxReference: string) => !('taxReference' in checkRegistration({ ...british, taxReference }))
    expect(['', 'A1', 'AB1', 'XR12345'].filter(isValid)).toEqual(['', 'A1', 'AB1', 'XR12345'])
    expect(['A', '1', 'ABC1', 'AB123456', '1AB1', 'AB1C', 'ab1', 'AB 1'].filter(isValid)).toEqual([])
  })
})

describe('one registration has one key (content-24)', () => {
  test.each([
    [british, 'GB:ccew:1098765'],
    [{ ...british, number: '109876-12' }, 'GB:ccew:10987612'],
    [{ ...british, taxReference: 'AB12345' }, 'GB:ccew:1098765'],
    [excepted, 'GB:excepted:ab12345'],
    [german, 'DE:vereinsregisterköln:vr1234'],
    [{ ...german, register: 'VEREINSREGISTER-KÖLN', number: 'vr/1234' }, 'DE:vereinsregisterköln:vr1234'],
    [{ ...german, register: 'سجل الجمعيات', number: '٧' }, 'DE:سجلالجمعيات:7'],
    [american, 'US:irs:123456789'],
    [canadian, 'CA:cra:123456789rr0001'],
  ])('the key of %o is %j', (registration, key) => expect(registrationKey(registration)).toBe(key))

  test('spaces, case and punctuation change no key', () => {
    const noise = fc.string({ unit: fc.constantFrom(' ', '-', '.', '/', '\u200f'), maxLength: 3 })
    fc.assert(
      fc.property(noise, noise, fc.boolean(), (first, second, isLower) => {
        const number = `VR${first}12${second}34`
        const typed = { ...german, number: isLower ? number.toLowerCase() : number }
        expect(registrationKey(typed)).toBe(registrationKey(german))
      }),
    )
  })
})

test('receipts of each register print its kind of number', () => {
  expect(
    [
      british,
      { ...british, register: 'oscr', number: 'sc012345' },
      { ...british, register: 'ccni', number: 'nic101234' },
      excepted,
      american,
      canadian,
      german,
    ].map(printedRegistration),
  ).toEqual([
    'Charity no. 1098765',
    'Charity no. SC012345',
    'Charity no. NIC101234',
    'Excepted charity, HMRC reference AB12345',
    'EIN 12-3456789',
    'BN 123456789RR0001',
    'Vereinsregister Köln VR 1234',
  ])
})

describe('the checklist of a country (content-23)', () => {
  const always: readonly CheckLine[] = ['registration', 'address', 'people', 'work', 'extract', 'authority']

  test.each<[Registration, readonly CheckLine[]]>([
    [british, always],
    [{ ...british, taxReference: 'AB1' }, [...always, 'gift-aid']],
    [excepted, [...always, 'excepted-letter', 'gift-aid']],
    [american, [...always, 'determination-letter']],
    [canadian, [...always, 'tax-receipts']],
    [{ ...american, taxReference: 'AB1' }, [...always, 'determination-letter']],
    [german, always],
    [{ ...german, taxReference: 'AB1' }, always],
  ])('%o has the lines %j, in this order', (registration, lines) => {
    expect(checklistOf(registration)).toEqual(lines)
    expect(missingAnswers(registration, {})).toEqual(lines)
  })

  const answers = (registration: Registration, answer: 'yes' | 'no') =>
    Object.fromEntries(checklistOf(registration).map((line) => [line, answer]))

  test('every line is required except those about tax relief, which only need an answer', () => {
    const relief: readonly CheckLine[] = ['gift-aid', 'determination-letter', 'tax-receipts']
    for (const registration of [british, excepted, american, canadian, german]) {
      const all = answers(registration, 'yes')
      expect(passesAllChecks(registration, all)).toBe(true)
      for (const line of checklistOf(registration)) {
        expect([line, passesAllChecks(registration, { ...all, [line]: 'no' })]).toEqual([line, relief.includes(line)])
        const { [line]: answer, ...others } = all
        expect(answer).toBe('yes')
        expect([line, passesAllChecks(registration, others)]).toEqual([line, false])
        expect(missingAnswers(registration, others)).toEqual([line])
      }
    }
  })

  test('a receipt format without its proof is plain', () => {
    const withTax = { ...british, taxReference: 'AB1' }
    const regimes = [withTax, american, canadian, german].map((registration) => [
      confirmedRegime(registration, answers(registration, 'yes')),
      confirmedRegime(registration, answers(registration, 'no')),
      confirmedRegime(registration, {}),
    ])
    expect(regimes).toEqual([
      ['uk', 'plain', 'plain'],
      ['us', 'plain', 'plain'],
      ['ca', 'plain', 'plain'],
      ['plain', 'plain', 'plain'],
    ])
  })
})
