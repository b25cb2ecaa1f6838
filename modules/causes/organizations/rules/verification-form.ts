import { allCountryCodes, countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import type { Fault } from '#shared/problem.ts'
import { checkRegistration, type Registration, normalizeRegistration } from './registration.ts'

/** A person who runs the charity, such as a trustee. */
export type PersonInCharge = {
  readonly fullName: string
  /** Role, such as “Chair of trustees”. */
  readonly office: string
  readonly birthYear: number | null
  /** Month, 1 to 12. */
  readonly birthMonth: number | null
  /** Country of residence, ISO 3166-1 alpha-2. */
  readonly country: string
}

/** The form that a charity fills in before it is verified (content-21). An empty text isn't filled in yet. */
export type VerificationForm = {
  /** Country of registration, ISO 3166-1 alpha-2. It becomes the charity's with the verification (content-48). */
  readonly country: string
  readonly legalName: string
  readonly legalForm: string
  readonly register: string
  readonly number: string
  readonly taxReference: string
  /** Registered address, in the lines that receipts print. */
  readonly registeredAddress: string
  /** Signatory of Canadian receipts. */
  readonly signatory: string
  /** https; empty if a document shows the charity's work. */
  readonly website: string
  readonly people: readonly PersonInCharge[]
}

export const legalForms = ['charity', 'trust', 'company', 'association', 'foundation', 'religious', 'other'] as const

export const formLimits = {
  legalName: 160,
  registeredAddress: 400,
  signatory: 120,
  website: 200,
  fullName: 120,
  office: 80,
  peopleMin: 2,
  peopleMax: 15,
} as const

export const emptyForm: VerificationForm = {
  country: '',
  legalName: '',
  legalForm: '',
  register: '',
  number: '',
  taxReference: '',
  registeredAddress: '',
  signatory: '',
  website: '',
  people: [],
}

const line = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Normalizes a form: trimmed, one spelling of numbers, without empty people; only a British one has an HMRC reference. */
export function normalizeForm(verificationForm: VerificationForm): VerificationForm {
  const { country, register, number, taxReference } = normalizeRegistration(registrationOf(verificationForm))
  return {
    country,
    legalName: line(verificationForm.legalName),
    legalForm: verificationForm.legalForm,
    register,
    number,
    taxReference: country === 'GB' ? taxReference : '',
    registeredAddress: verificationForm.registeredAddress
      .split(/\r?\n/)
      .map(line)
      .filter((text) => text !== '')
      .join('\n'),
    signatory: line(verificationForm.signatory),
    website: verificationForm.website.trim(),
    people: verificationForm.people
      .map((person) => ({ ...person, fullName: line(person.fullName), office: line(person.office) }))
      .filter(
        ({ fullName, office, birthYear, birthMonth }) =>
          fullName !== '' || office !== '' || birthYear !== null || birthMonth !== null,
      ),
  }
}

export const registrationOf = (form: VerificationForm): Registration => ({
  country: form.country,
  register: form.register,
  number: form.number,
  taxReference: form.taxReference,
})

const tooLong = (max: number): Fault => ({ code: 'text-too-long', params: { max } })

/** Returns the fields of a normalized form that exceed a limit; everything else may be missing in a draft. */
export function checkDraftForm(verificationForm: VerificationForm): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  if (verificationForm.country !== '' && !countryCodes.includes(verificationForm.country))
    faults.country = { code: 'country-missing' }
  for (const field of ['legalName', 'registeredAddress', 'signatory', 'website'] as const)
    if (verificationForm[field].length > formLimits[field]) faults[field] = tooLong(formLimits[field])
  if (verificationForm.people.length > formLimits.peopleMax)
    faults.people = { code: 'too-many-people', params: { max: formLimits.peopleMax } }
  for (const [index, person] of verificationForm.people.entries())
    for (const field of ['fullName', 'office'] as const)
      if (person[field].length > formLimits[field]) faults[`people.${index}.${field}`] = tooLong(formLimits[field])
  return faults
}

/**
 * Returns the fields that a normalized form lacks before it can be submitted (content-21). `year` is the current one.
 */
export function checkVerificationForm(
  verificationForm: VerificationForm,
  { year }: { readonly year: number },
): Record<string, Fault> {
  const { country } = verificationForm
  const faults: Record<string, Fault> = { ...checkDraftForm(verificationForm) }
  if (country === '') faults.country = { code: 'country-missing' }
  if (verificationForm.legalName === '') faults.legalName = { code: 'legal-name-missing' }
  if (!(legalForms as readonly string[]).includes(verificationForm.legalForm))
    faults.legalForm = { code: 'legal-form-missing' }
  Object.assign(faults, checkRegistration(registrationOf(verificationForm)))
  if (verificationForm.registeredAddress === '') faults.registeredAddress = { code: 'registered-address-missing' }
  if (country === 'CA' && verificationForm.signatory === '') faults.signatory = { code: 'signatory-missing' }
  if (verificationForm.website !== '' && !/^https:\/\/[^\s/]+\.[^\s]+$/i.test(verificationForm.website))
    faults.website = { code: 'website-not-valid' }
  if (verificationForm.people.length < formLimits.peopleMin)
    faults.people = { code: 'people-missing', params: { min: formLimits.peopleMin } }
  for (const [index, person] of verificationForm.people.entries())
    for (const [field, fault] of Object.entries(checkPerson(person, year))) faults[`people.${index}.${field}`] ??= fault
  return faults
}

const adultAge = 16
const oldestAge = 110

function checkPerson(personInCharge: PersonInCharge, year: number): Record<string, Fault> {
  const { birthYear, birthMonth } = personInCharge
  return {
    ...(personInCharge.fullName === '' ? { fullName: { code: 'person-name-missing' } } : {}),
    ...(personInCharge.office === '' ? { office: { code: 'person-office-missing' } } : {}),
    ...(birthYear === null || birthYear > year - adultAge || birthYear < year - oldestAge
      ? { birthYear: { code: 'birth-year-invalid' } }
      : {}),
    ...(birthMonth === null || birthMonth < 1 || birthMonth > 12
      ? { birthMonth: { code: 'birth-month-missing' } }
      : {}),
    ...(allCountryCodes.includes(personInCharge.country) ? {} : { country: { code: 'country-missing' } }),
  }
}

export const documentKinds = ['extract', 'authority', 'identity', 'tax-letter', 'work', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Maximum number of a charity's documents, and their maximum size in bytes (content-22). */
export const documentLimits = { count: 20, name: 120, anHour: 20 } as const

/** Returns the documents that a form requires (content-21). */
export function requiredDocuments(verificationForm: VerificationForm): readonly DocumentKind[] {
  const { register, taxReference, country } = verificationForm
  const needsTaxLetter = register === 'excepted' || taxReference !== '' || country === 'US'
  return [
    'extract',
    'authority',
    ...(needsTaxLetter ? (['tax-letter'] as const) : []),
    ...(verificationForm.website === '' ? (['work'] as const) : []),
  ]
}

export const missingDocuments = (
  verificationForm: VerificationForm,
  kinds: readonly DocumentKind[],
): readonly DocumentKind[] => requiredDocuments(verificationForm).filter((kind) => !kinds.includes(kind))
