import { normalizeCode, normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'
import type { ReceiptRegime } from './receipt-regime.ts'

/** Registers with a code, by country. In other countries a charity names its register. */
const registersByCountry: Readonly<Record<string, readonly RegisterCode[]>> = {
  GB: ['ccew', 'oscr', 'ccni', 'excepted'],
  US: ['irs'],
  CA: ['cra'],
}
const registerCodes = ['ccew', 'oscr', 'ccni', 'excepted', 'irs', 'cra'] as const
export type RegisterCode = (typeof registerCodes)[number]

/** Undefined: the charity names its register. */
export const registersOf = (country: string): readonly RegisterCode[] | undefined => registersByCountry[country]

export const isRegisterCode = (text: string): text is RegisterCode =>
  (registerCodes as readonly string[]).includes(text)

export type Registration = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** A code of `registersOf`, or the name of the register. */
  readonly register: string
  /** Empty for a charity that is exempt from registration. */
  readonly number: string
  /** HMRC reference of a British charity (Gift Aid); empty: none. */
  readonly taxReference: string
}

const registrationLimits = { register: 80, number: 40, taxReference: 20 } as const

const forms: Readonly<Record<RegisterCode, RegExp>> = {
  ccew: /^\d{6,7}(-\d{1,2})?$/,
  oscr: /^SC\d{6}$/,
  ccni: /^NIC?\d{6}$/,
  excepted: /^$/,
  irs: /^\d{2}-\d{7}$/,
  cra: /^\d{9}RR\d{4}$/,
}

/** A linked charity's number in the register of England and Wales has its own part after a hyphen: 109876-12. */
const normalizeNumber = (register: string, number: string): string =>
  register === 'ccew'
    ? number
        .split(/[\p{Pd}\u2212]/u)
        .map(normalizeCode)
        .join('-')
    : normalizeCode(number)

/** Normalizes a number: digits 0-9, upper case without spaces, an EIN with its hyphen (amounts-17). */
export function normalizeRegistration(registration: Registration): Registration {
  const number = isRegisterCode(registration.register)
    ? normalizeNumber(registration.register, registration.number)
    : normalizeDigits(registration.number).trim().replace(/\s+/g, ' ')
  return {
    country: registration.country,
    register: registration.register.trim().replace(/\s+/g, ' '),
    number: registration.register === 'irs' ? number.replace(/^(\d{2})-?(\d{7})$/, '$1-$2') : number,
    taxReference: normalizeCode(registration.taxReference),
  }
}

/** Returns the faults of a normalized registration by field (content-21). */
export function checkRegistration(
  registration: Registration,
): Partial<Record<'register' | 'number' | 'taxReference', Fault>> {
  const registers = registersOf(registration.country)
  if (
    registers
      ? !registers.some((code) => code === registration.register)
      : registration.register === '' || isRegisterCode(registration.register)
  )
    return { register: { code: 'register-missing' } }
  const faults: Partial<Record<'register' | 'number' | 'taxReference', Fault>> = {}
  if (registration.register.length > registrationLimits.register)
    faults.register = { code: 'text-too-long', params: { max: registrationLimits.register } }
  if (isRegisterCode(registration.register)) {
    if (!forms[registration.register].test(registration.number))
      faults.number = { code: `registration-${registration.register}` }
  } else if (registration.number === '') faults.number = { code: 'registration-number-missing' }
  else if (registration.number.length > registrationLimits.number)
    faults.number = { code: 'text-too-long', params: { max: registrationLimits.number } }
  if (
    registration.country === 'GB' &&
    registration.taxReference !== '' &&
    !/^[A-Z]{1,2}\d{1,5}$/.test(registration.taxReference)
  )
    faults.taxReference = { code: 'tax-reference-invalid' }
  else if (registration.register === 'excepted' && registration.taxReference === '')
    faults.taxReference = { code: 'tax-reference-missing' }
  return faults
}

/**
 * Returns the key that identifies a charity (content-24): the same for all spellings of one registration. An exempt
 * charity is identified by its tax reference.
 */
export function registrationKey(registration: Registration): string {
  const { country, register, number, taxReference } = normalizeRegistration(registration)
  const fold = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return [country, fold(register), fold(register === 'excepted' ? taxReference : number)].join(':')
}

/** Returns the country of a `registrationKey`, ISO 3166-1 alpha-2. */
export const countryOfKey = (key: string): string => key.slice(0, 2)

/** Formats the registration for receipts: “Charity no. 1098765”, “EIN 12-3456789”, “BN 123456789RR0001”. */
export function printedRegistration(registration: Registration): string {
  const { register, number, taxReference } = normalizeRegistration(registration)
  if (register === 'excepted') return `Excepted charity, HMRC reference ${taxReference}`
  if (register === 'irs') return `EIN ${number}`
  if (register === 'cra') return `BN ${number}`
  return isRegisterCode(register) ? `Charity no. ${number}` : `${register} ${number}`
}

/** A staff member's answer to a line of the checklist. */
export type CheckAnswer = 'yes' | 'no'
export const checkLines = [
  'registration',
  'address',
  'people',
  'work',
  'extract',
  'authority',
  'excepted-letter',
  'gift-aid',
  'determination-letter',
  'tax-receipts',
] as const
export type CheckLine = (typeof checkLines)[number]

/** Lines about tax relief. A charity can be verified without them, and then its receipts are plain. */
const reliefLines: readonly CheckLine[] = ['gift-aid', 'determination-letter', 'tax-receipts']
const isReliefLine = (line: CheckLine): boolean => reliefLines.includes(line)

/** Returns the checklist for a charity with this registration (content-23). */
export function checklistOf(registration: Registration): readonly CheckLine[] {
  return [
    'registration',
    'address',
    'people',
    'work',
    'extract',
    'authority',
    ...(registration.register === 'excepted' ? (['excepted-letter'] as const) : []),
    ...(registration.country === 'GB' && registration.taxReference !== '' ? (['gift-aid'] as const) : []),
    ...(registration.country === 'US' ? (['determination-letter'] as const) : []),
    ...(registration.country === 'CA' ? (['tax-receipts'] as const) : []),
  ]
}

export type Checks = Readonly<Partial<Record<CheckLine, CheckAnswer>>>

/** Returns the lines of the checklist without an answer. */
export const missingAnswers = (registration: Registration, checks: Checks): readonly CheckLine[] =>
  checklistOf(registration).filter((line) => checks[line] === undefined)

/** Whether every line that a verification requires was confirmed. */
export const passesAllChecks = (registration: Registration, checks: Checks): boolean =>
  checklistOf(registration).every((line) => checks[line] === 'yes' || (isReliefLine(line) && checks[line] === 'no'))

/** Returns the receipt formats that were confirmed, whatever the charity requested (content-23). */
export function confirmedRegime(registration: Registration, checks: Checks): ReceiptRegime {
  const lines = checklistOf(registration).filter((line) => checks[line] === 'yes')
  if (lines.includes('gift-aid')) return 'uk'
  if (lines.includes('determination-letter')) return 'us'
  return lines.includes('tax-receipts') ? 'ca' : 'plain'
}
