import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkVerificationForm,
  emptyForm,
  missingDocuments,
  requiredDocuments,
  normalizeForm,
  type VerificationForm,
} from './verification-form.ts'

const person = { fullName: 'Amina Khan', office: 'Chair', birthYear: 1980, birthMonth: 4, country: 'GB' }
const form: VerificationForm = {
  country: 'GB',
  legalName: 'Umeed Trust',
  legalForm: 'charity',
  register: 'ccew',
  number: '1098765',
  taxReference: '',
  registeredAddress: '4 Sample Lane\nLeicester',
  signatory: '',
  website: 'https://umeed.example',
  people: [person, { ...person, fullName: 'Yusuf Ali', office: 'Treasurer' }],
}
const faults = (over: Partial<VerificationForm>) =>
  Object.keys(checkVerificationForm(normalizeForm({ ...form, ...over }), { year: 2026 }))

test('a whole form has nothing missing, an empty one has every required field missing (content-21)', () => {
  expect(faults({})).toEqual([])
  expect(Object.keys(checkVerificationForm({ ...emptyForm, country: 'CA' }, { year: 2026 })).toSorted()).toEqual(
    ['legalForm', 'legalName', 'people', 'register', 'registeredAddress', 'signatory'].toSorted(),
  )
})

test.each<[Partial<VerificationForm>, string[]]>([
  [{ people: [person] }, ['people']],
  [{ people: [person, { ...person, birthYear: 2015 }] }, ['people.1.birthYear']],
  [{ people: [person, { ...person, birthMonth: 13 }] }, ['people.1.birthMonth']],
  [{ people: [person, { ...person, fullName: '', country: 'XX' }] }, ['people.1.fullName', 'people.1.country']],
  [{ website: 'http://umeed.example' }, ['website']],
  [{ legalName: 'x'.repeat(161) }, ['legalName']],
])('%o is refused at %o', (over, fields) => {
  expect(faults(over)).toEqual(fields)
})

test('tidying twice is tidying once, and drops people of whom nothing is said', () => {
  const texts = fc.string({ maxLength: 30, unit: 'grapheme' })
  fc.assert(
    fc.property(
      fc.record({
        country: fc.constantFrom('GB', 'US', 'CA', 'TR'),
        legalName: texts,
        legalForm: texts,
        register: texts,
        number: texts,
        taxReference: texts,
        registeredAddress: texts,
        signatory: texts,
        website: texts,
        people: fc.array(
          fc.record({
            fullName: texts,
            office: texts,
            birthYear: fc.option(fc.integer(), { nil: null }),
            birthMonth: fc.constant(null),
            country: texts,
          }),
          { maxLength: 3 },
        ),
      }),
      (typed) => {
        const once = normalizeForm(typed)
        expect(normalizeForm(once)).toEqual(once)
        expect(
          once.people.every(
            (personInCharge) => personInCharge.fullName || personInCharge.office || personInCharge.birthYear !== null,
          ),
        ).toBe(true)
      },
    ),
  )
})

test('the documents that must go with a form follow its country and what it asks for (content-21)', () => {
  expect(requiredDocuments(form)).toEqual(['extract', 'authority'])
  expect(requiredDocuments({ ...form, taxReference: 'AB1' })).toContain('tax-letter')
  expect(requiredDocuments({ ...form, country: 'US' })).toContain('tax-letter')
  expect(requiredDocuments({ ...form, country: 'TR', website: '' })).toContain('work')
  expect(missingDocuments(form, ['extract', 'other'])).toEqual(['authority'])
})
