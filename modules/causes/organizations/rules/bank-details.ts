import { isValidIBAN } from 'ibantools'
import { normalizeCode, normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

export const accountTypes = ['checking', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]

/** Bank details of S2 §3 "Bank details form", normalized: an IBAN, or a bank code with an account number (`id`). */
export type BankDetails = {
  readonly accountName: string
  readonly accountClass: string
  readonly accountType: string
  /** Country of the account, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly bankCode: string
  readonly id: string
  readonly iban: string
}

const nameMax = 70

/** What people write before a number: "IBAN: GB29 …", "BIC DEUTDEFF". */
const label = /^\s*(?:IBAN|BIC|SWIFT)(?=[\s:.#])(?:\s*(?:code|no|number))?[\s:.#]*/i
const compact = (text: string): string => normalizeCode(normalizeDigits(text).replace(label, '')).replace(/[./]/g, '')

/** Normalizes typed bank details; a British account number has eight digits. */
export function normalizeBankDetails(bankDetails: BankDetails): BankDetails {
  const id = compact(bankDetails.id)
  const country = bankDetails.country.trim().toUpperCase()
  return {
    accountName: bankDetails.accountName.trim().replace(/\s+/g, ' '),
    accountClass: bankDetails.accountClass.trim(),
    accountType: bankDetails.accountType.trim() || 'checking',
    country,
    bankCode: compact(bankDetails.bankCode),
    id: country === 'GB' && /^\d{6,7}$/.test(id) ? id.padStart(8, '0') : id,
    iban: compact(bankDetails.iban).replace(/^IBAN:?/, ''),
  }
}

/** Whether nine digits are a US routing number, by its checksum. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const weightOf = (index: number) => [3, 7, 1][index % 3] ?? 0
  return [...text].reduce((sum, digit, index) => sum + Number(digit) * weightOf(index), 0) % 10 === 0
}

type Form = { readonly bankCode: (text: string) => boolean; readonly id: RegExp }
const national: Readonly<Record<string, Form>> = {
  GB: { bankCode: (text) => /^\d{6}$/.test(text), id: /^\d{8}$/ },
  US: { bankCode: isRoutingNumber, id: /^\d{4,17}$/ },
  CA: { bankCode: (text) => /^\d{8}$/.test(text), id: /^\d{7,12}$/ },
}
const elsewhere: Form = {
  bankCode: (text) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
  id: /^[A-Z0-9]{4,34}$/,
}

/** Returns the faults of normalized bank details by field; no fault repeats the input (payments-25). */
export function checkBankDetails(bankDetails: BankDetails): Partial<Record<keyof BankDetails, Fault>> {
  const faults: Partial<Record<keyof BankDetails, Fault>> = {}
  if (bankDetails.accountName === '') faults.accountName = { code: 'account-name-missing' }
  else if (bankDetails.accountName.length > nameMax)
    faults.accountName = { code: 'text-too-long', params: { max: nameMax } }
  if (bankDetails.accountClass !== 'business') faults.accountClass = { code: 'account-not-business' }
  if (!(accountTypes as readonly string[]).includes(bankDetails.accountType))
    faults.accountType = { code: 'account-type-missing' }
  if (!/^[A-Z]{2}$/.test(bankDetails.country)) faults.country = { code: 'country-missing' }
  if (bankDetails.iban !== '') {
    if (bankDetails.bankCode !== '' || bankDetails.id !== '') faults.iban = { code: 'iban-or-number' }
    else if (!isValidIBAN(bankDetails.iban)) faults.iban = { code: 'iban-invalid' }
    else if (bankDetails.iban.slice(0, 2) !== bankDetails.country) faults.iban = { code: 'iban-other-country' }
    return faults
  }
  const { bankCode, id } = national[bankDetails.country] ?? elsewhere
  if (!bankCode(bankDetails.bankCode))
    faults.bankCode = { code: `bank-code-${national[bankDetails.country] ? bankDetails.country.toLowerCase() : 'bic'}` }
  if (!id.test(bankDetails.id)) faults.id = { code: 'account-number-invalid' }
  return faults
}

/** Returns the last digits of the number, which are shown; the whole number never is. */
export const lastFourOf = (bankDetails: Pick<BankDetails, 'id' | 'iban'>): string =>
  (bankDetails.iban || bankDetails.id).slice(-4)

export type BankState = 'pending' | 'approved' | 'rejected' | 'stopped' | 'replaced'
/** The details as members see them. */
export type ShownBankState = 'pending' | 'active' | 'rejected' | 'replaced'

/** Waiting time after approval, in which any owner may stop the details. */
export const stopHours = 72

type Entry = {
  readonly id: string
  readonly state: BankState
  readonly activeFrom: Date | null
  readonly enteredAt: Date
}

/**
 * Returns the details that a payout would use now: the newest approved ones whose 72 hours have passed, among the
 * entries of one currency; undefined if there are none.
 */
export const activeEntry = <Of extends Entry>(entries: readonly Of[], now: Date): Of | undefined =>
  entries
    .flatMap((entry) =>
      entry.state === 'approved' && entry.activeFrom !== null && entry.activeFrom <= now
        ? [{ entry, from: entry.activeFrom.getTime() }]
        : [],
    )
    .toSorted((a, b) => b.from - a.from)[0]?.entry

/** Returns the state of an entry for display, among all entries of its currency. */
export function shownState(entry: Entry, entries: readonly Entry[], now: Date): ShownBankState {
  if (entry.state === 'stopped' || entry.state === 'rejected') return 'rejected'
  if (entry.state === 'replaced') return 'replaced'
  if (entry.state === 'pending' || entry.activeFrom === null || entry.activeFrom > now) return 'pending'
  return activeEntry(entries, now)?.id === entry.id ? 'active' : 'replaced'
}
