import { describe, expect, test } from 'vitest'
import {
  checkDraftForm,
  checkVerificationForm,
  emptyForm,
  formLimits,
  legalForms,
  missingDocuments,
  normalizeForm,
  type PersonInCharge,
  registrationOf,
  requiredDocuments,
  type VerificationForm,
} from './verification-form.ts'

const person: PersonInCharge = {
  fullName: 'Amina Khan',
  office: 'Chair',
  birthYear: 1980,
  birthMonth: 4,
  country: 'GB',
}
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
const blankPerson: PersonInCharge = { fullName: '', office: '', birthYear: null, birthMonth: null, country: '' }
const faultsOf = (over: Partial<VerificationForm>, country = 'GB') =>
  checkVerificationForm({ ...form, country, ...over }, { year: 2026 })
const tooLong = (max: number) => ({ code: 'text-too-long', params: { max } })

describe('a form is normalized', () => {
  test('texts are trimmed with single spaces, and numbers have one spelling', () => {
    expect(
      normalizeForm({
        ...form,
        legalName: ' Umeed \t Trust\n',
        number: ' 109 8765 ',
        taxReference: ' ab 123 ',
        registeredAddress: ' 4  Sample Lane \r\n\r\n  \nLeicester\n\n LE1  1AA ',
        signatory: ' Amina   Khan ',
        website: ' https://umeed.example ',
        people: [{ ...person, fullName: ' Amina  Khan', office: 'Chair  of trustees ' }],
      }),
    ).toEqual({
      ...form,
      number: '1098765',
      taxReference: 'AB123',
      registeredAddress: '4 Sample Lane\nLeicester\nLE1 1AA',
      signatory: 'Amina Khan',
      people: [{ ...person, office: 'Chair of trustees' }],
    })
  })

  test('only a British charity has an HMRC reference', () => {
    expect(normalizeForm({ ...form, taxReference: 'AB1' }).taxReference).toBe('AB1')
    expect(normalizeForm({ ...form, country: 'TR', taxReference: 'AB1' }).taxReference).toBe('')
  })

  test('a person with one detail stays, a person with a country alone is dropped', () => {
    const partial = [
      { ...blankPerson, fullName: 'Amina Khan' },
      { ...blankPerson, office: 'Chair' },
      { ...blankPerson, birthYear: 1980 },
      { ...blankPerson, birthMonth: 4 },
    ]
    const people = [
      blankPerson,
      ...partial,
      { ...blankPerson, country: 'GB' },
      { ...blankPerson, fullName: ' ', office: '\n' },
    ]
    expect(normalizeForm({ ...form, people }).people).toEqual(partial)
  })

  test('its registration has its country', () => {
    expect(registrationOf({ ...form, taxReference: 'AB1' })).toEqual({
      country: 'GB',
      register: 'ccew',
      number: '1098765',
      taxReference: 'AB1',
    })
  })
})

describe('a draft may lack everything but keeps the limits (content-21)', () => {
  test('an empty draft has no fault', () => {
    expect(checkDraftForm(emptyForm)).toEqual({})
    expect(checkDraftForm({ ...emptyForm, people: [blankPerson] })).toEqual({})
  })

  test.each([
    ['legalName', 160],
    ['registeredAddress', 400],
    ['signatory', 120],
    ['website', 200],
  ] as const)('%s has at most %d characters', (field, max) => {
    expect(formLimits[field]).toBe(max)
    expect(checkDraftForm({ ...emptyForm, [field]: 'x'.repeat(max) })).toEqual({})
    expect(checkDraftForm({ ...emptyForm, [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: tooLong(max) })
  })

  test.each([
    ['fullName', 120],
    ['office', 80],
  ] as const)('a person’s %s has at most %d characters', (field, max) => {
    const people = (length: number) => [person, { ...person, [field]: 'x'.repeat(length) }]
    expect(checkDraftForm({ ...emptyForm, people: people(max) })).toEqual({})
    expect(checkDraftForm({ ...emptyForm, people: people(max + 1) })).toEqual({ [`people.1.${field}`]: tooLong(max) })
    expect(faultsOf({ people: people(max + 1) })).toEqual({ [`people.1.${field}`]: tooLong(max) })
  })

  test('there are at most fifteen people', () => {
    const people = (length: number) => Array.from({ length }, () => person)
    expect(checkDraftForm({ ...form, people: people(15) })).toEqual({})
    const faults = { people: { code: 'too-many-people', params: { max: 15 } } }
    expect(checkDraftForm({ ...form, people: people(16) })).toEqual(faults)
    expect(faultsOf({ people: people(16) })).toEqual(faults)
  })
})

describe('a form that is submitted is whole (content-21)', () => {
  test('an empty form lacks every required field, with its code', () => {
    expect(checkVerificationForm({ ...emptyForm, country: 'CA' }, { year: 2026 })).toEqual({
      legalName: { code: 'legal-name-missing' },
      legalForm: { code: 'legal-form-missing' },
      register: { code: 'register-missing' },
      registeredAddress: { code: 'registered-address-missing' },
      signatory: { code: 'signatory-missing' },
      people: { code: 'people-missing', params: { min: 2 } },
    })
  })

  test('only Canadian receipts have a signatory', () => {
    const canadian = { register: 'cra', number: '123456789RR0001' }
    expect(faultsOf(canadian, 'CA')).toEqual({ signatory: { code: 'signatory-missing' } })
    expect(faultsOf({ ...canadian, signatory: 'Amina Khan' }, 'CA')).toEqual({})
    expect(faultsOf({})).toEqual({})
  })

  test('a country is one that a charity can be registered in, and a draft may lack it (content-48)', () => {
    expect(faultsOf({ country: '', register: 'Vakiflar' })).toEqual({ country: { code: 'country-missing' } })
    expect(checkDraftForm({ ...form, country: 'XX' })).toEqual({ country: { code: 'country-missing' } })
    expect(checkDraftForm({ ...form, country: '' })).toEqual({})
  })

  test('another country asks its own questions: the register and number of the earlier one are refused', () => {
    expect(faultsOf({ country: 'US' })).toEqual({ register: { code: 'register-missing' } })
    expect(faultsOf({ country: 'US', register: 'irs', number: '12-3456789' })).toEqual({})
    expect(faultsOf({ country: 'TR', register: 'Vakiflar', number: '34-12' })).toEqual({})
  })

  test('each legal form of the list is accepted', () => {
    expect(legalForms.filter((legalForm) => Object.keys(faultsOf({ legalForm })).length > 0)).toEqual([])
    expect(faultsOf({ legalForm: 'partnership' })).toEqual({ legalForm: { code: 'legal-form-missing' } })
  })

  test('the registration is checked by the rules of its country', () => {
    expect(faultsOf({ number: '12' })).toEqual({ number: { code: 'registration-ccew' } })
  })

  test.each(['https://umeed.example', 'HTTPS://umeed.example/about-us', 'https://a.b', ''])(
    'the website %j is accepted',
    (website) => expect(faultsOf({ website })).toEqual({}),
  )

  test.each([
    'http://umeed.example',
    'umeed.example',
    'see https://umeed.example',
    'https://umeed',
    'https://umeed.',
    'https:///umeed.example',
    'https://umeed.example/about us',
    'https://umeed .example',
  ])('the website %j is refused', (website) => {
    expect(faultsOf({ website })).toEqual({ website: { code: 'website-not-valid' } })
  })
})

describe('each person in charge is whole (content-21)', () => {
  const faultsOfPerson = (over: Partial<PersonInCharge>) => faultsOf({ people: [person, { ...person, ...over }] })

  test('a person without details has a fault in each', () => {
    expect(faultsOfPerson(blankPerson)).toEqual({
      'people.1.fullName': { code: 'person-name-missing' },
      'people.1.office': { code: 'person-office-missing' },
      'people.1.birthYear': { code: 'birth-year-invalid' },
      'people.1.birthMonth': { code: 'birth-month-missing' },
      'people.1.country': { code: 'country-missing' },
    })
    expect(faultsOf({ people: [{ ...person, office: '' }, person] })).toEqual({
      'people.0.office': { code: 'person-office-missing' },
    })
  })

  test('two people are enough', () => {
    expect(faultsOf({ people: [person] })).toEqual({ people: { code: 'people-missing', params: { min: 2 } } })
    expect(faultsOf({ people: [person, person] })).toEqual({})
  })

  test('a person is 16 to 110 years old in the current year', () => {
    const isAccepted = (birthYear: number) => !('people.1.birthYear' in faultsOfPerson({ birthYear }))
    expect([1915, 1916, 2010, 2011].map(isAccepted)).toEqual([false, true, true, false])
  })

  test('a month is from 1 to 12', () => {
    const isAccepted = (birthMonth: number) => !('people.1.birthMonth' in faultsOfPerson({ birthMonth }))
    expect([-1, 0, 1, 12, 13].map(isAccepted)).toEqual([false, false, true, true, false])
  })

  test('a country is a code of ISO 3166', () => {
    expect(faultsOfPerson({ country: 'PK' })).toEqual({})
    expect(faultsOfPerson({ country: 'XX' })).toEqual({ 'people.1.country': { code: 'country-missing' } })
  })
})

describe('the documents of a form (content-21)', () => {
  test.each<[Partial<VerificationForm>, string, readonly string[]]>([
    [{}, 'GB', ['extract', 'authority']],
    [{ register: 'excepted' }, 'GB', ['extract', 'authority', 'tax-letter']],
    [{ taxReference: 'AB1' }, 'GB', ['extract', 'authority', 'tax-letter']],
    [{}, 'US', ['extract', 'authority', 'tax-letter']],
    [{}, 'CA', ['extract', 'authority']],
    [{ website: '' }, 'TR', ['extract', 'authority', 'work']],
    [{ website: '' }, 'US', ['extract', 'authority', 'tax-letter', 'work']],
  ])('%o in %s requires %j', (over, country, kinds) => {
    expect(requiredDocuments({ ...form, country, ...over })).toEqual(kinds)
    expect(missingDocuments({ ...form, country, ...over }, [])).toEqual(kinds)
  })

  test('a document of another kind replaces none', () => {
    const withoutWebsite = { ...form, website: '' }
    expect(missingDocuments(withoutWebsite, ['authority', 'identity', 'other'])).toEqual(['extract', 'work'])
    expect(missingDocuments(withoutWebsite, ['work', 'authority', 'extract'])).toEqual([])
  })
})
