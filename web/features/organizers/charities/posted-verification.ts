import { normalizeDigits } from '#shared/input/digits.ts'
import {
  formLimits,
  type PersonInCharge,
  type VerificationForm,
} from '#modules/causes/organizations/rules/verification-form.ts'
import { postedText } from '#web/lib/form-values.ts'

const numberOf = (typed: string): number | null => {
  const text = normalizeDigits(typed).trim()
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** Reads the verification form from a submission or from the page's current fields. */
export function postedVerification(form: FormData): VerificationForm {
  const text = (name: string, max: number) => postedText(form, name, max)
  const people: PersonInCharge[] = Array.from({ length: formLimits.peopleMax }, (_, index) => ({
    fullName: text(`people.${index}.fullName`, 300),
    office: text(`people.${index}.office`, 200),
    birthYear: numberOf(text(`people.${index}.birthYear`, 20)),
    birthMonth: numberOf(text(`people.${index}.birthMonth`, 20)),
    country: text(`people.${index}.country`, 2),
  })).filter(({ fullName, office, birthYear, birthMonth }) => fullName || office || birthYear || birthMonth)
  return {
    country: text('country', 2),
    legalName: text('legalName', 400),
    legalForm: text('legalForm', 20),
    register: text('register', 200),
    number: text('number', 100),
    taxReference: text('taxReference', 60),
    registeredAddress: text('registeredAddress', 1000),
    signatory: text('signatory', 300),
    website: text('website', 400),
    people,
  }
}
