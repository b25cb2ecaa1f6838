import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeEntry,
  type BankDetails,
  type BankState,
  checkBankDetails,
  isRoutingNumber,
  lastFourOf,
  normalizeBankDetails,
  shownState,
} from './bank-details.ts'

const british: BankDetails = {
  accountName: 'Rahma Relief',
  accountClass: 'business',
  accountType: 'checking',
  country: 'GB',
  bankCode: '123456',
  id: '12345678',
  iban: '',
}
const iban = 'GB29NWBK60161331926819'
const faultsOf = (over: Partial<BankDetails>) => checkBankDetails({ ...british, ...over })

test('typed details are normalized in every field (payments-25)', () => {
  expect(
    normalizeBankDetails({
      accountName: '  Rahma \t  Relief ',
      accountClass: ' business ',
      accountType: ' savings\n',
      country: ' gb ',
      bankCode: ' 12-34-56 ',
      id: ' 1234 5678 ',
      iban: ' ',
    }),
  ).toEqual({ ...british, accountType: 'savings' })
  expect(normalizeBankDetails({ ...british, accountType: ' ' }).accountType).toBe('checking')
  expect(normalizeBankDetails({ ...british, iban: 'gb29/NWBK 6016.1331-9268 19', bankCode: '', id: '' }).iban).toBe(
    iban,
  )
})

test('only a British account number of six or seven digits is padded (payments-25)', () => {
  const idOf = (id: string, country = 'GB') => normalizeBankDetails({ ...british, id, country }).id
  expect(['12345', '123456', '1234567', '12345678', '123456789'].map((id) => idOf(id))).toEqual([
    '12345',
    '00123456',
    '01234567',
    '12345678',
    '123456789',
  ])
  expect([idOf('A123456'), idOf('123456A'), idOf('123456', 'US')]).toEqual(['A123456', '123456A', '123456'])
})

test('the label of an IBAN is removed at its start only (amounts-17)', () => {
  expect(normalizeBankDetails({ ...british, iban: `IBAN no: ${iban}` }).iban).toBe(iban)
  // An account can contain these letters.
  expect(normalizeBankDetails({ ...british, iban: 'FR14IBAN010050500013M02606' }).iban).toBe(
    'FR14IBAN010050500013M02606',
  )
})

test('a routing number is nine digits whose weighted sum is a multiple of ten (payments-25)', () => {
  expect(['021000021', '011401533', '122105155', '091000019'].map(isRoutingNumber)).toEqual([true, true, true, true])
  // A zero before or after changes no sum.
  for (const text of ['0210000210', '0021000021', '21000021', '02100002', '02100002x', 'x021000021', '', '000000'])
    expect([text, isRoutingNumber(text)]).toEqual([text, false])
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }), (digits) => {
      const valid = Array.from({ length: 10 }, (_, last) => [...digits, last].join('')).filter(isRoutingNumber)
      expect(valid).toHaveLength(1)
    }),
  )
})

describe('each fault has its code (payments-25)', () => {
  test.each<[Partial<BankDetails>, ReturnType<typeof checkBankDetails>]>([
    [{}, {}],
    [{ accountName: '' }, { accountName: { code: 'account-name-missing' } }],
    [{ accountName: 'x'.repeat(70) }, {}],
    [{ accountName: 'x'.repeat(71) }, { accountName: { code: 'text-too-long', params: { max: 70 } } }],
    [{ accountClass: 'personal' }, { accountClass: { code: 'account-not-business' } }],
    [{ accountType: 'savings' }, {}],
    [{ accountType: 'other' }, { accountType: { code: 'account-type-missing' } }],
    [{ country: '', bankCode: 'DEUTDEFF' }, { country: { code: 'country-missing' } }],
    [{ country: 'GBR', bankCode: 'DEUTDEFF' }, { country: { code: 'country-missing' } }],
    [{ country: '1GB', bankCode: 'DEUTDEFF' }, { country: { code: 'country-missing' } }],
    [{ iban }, { iban: { code: 'iban-or-number' } }],
    [{ iban, id: '' }, { iban: { code: 'iban-or-number' } }],
    [{ iban, bankCode: '' }, { iban: { code: 'iban-or-number' } }],
    [{ iban, bankCode: '', id: '' }, {}],
    [{ iban: `${iban}0`, bankCode: '', id: '' }, { iban: { code: 'iban-invalid' } }],
    [{ iban, bankCode: '', id: '', country: 'DE' }, { iban: { code: 'iban-other-country' } }],
    [
      { bankCode: '12345', id: '1234567' },
      { bankCode: { code: 'bank-code-gb' }, id: { code: 'account-number-invalid' } },
    ],
    [
      { country: 'US', bankCode: '', id: '' },
      { bankCode: { code: 'bank-code-us' }, id: { code: 'account-number-invalid' } },
    ],
    [
      { country: 'CA', bankCode: '', id: '' },
      { bankCode: { code: 'bank-code-ca' }, id: { code: 'account-number-invalid' } },
    ],
    [
      { country: 'PK', bankCode: '', id: '' },
      { bankCode: { code: 'bank-code-bic' }, id: { code: 'account-number-invalid' } },
    ],
  ])('%o has the faults %o', (over, faults) => expect(faultsOf(over)).toEqual(faults))

  test('a wrong IBAN doesn’t hide the faults of the other fields', () => {
    expect(faultsOf({ iban: 'GB00', bankCode: '', id: '', accountName: '', country: '' })).toEqual({
      accountName: { code: 'account-name-missing' },
      country: { code: 'country-missing' },
      iban: { code: 'iban-invalid' },
    })
  })
})

describe('the length of codes and numbers by country (payments-25)', () => {
  const digits = (count: number) => '1234567890'.repeat(4).slice(0, count)
  const accepted = (field: 'bankCode' | 'id', country: string, texts: readonly string[]) =>
    texts.filter((text) => !(field in faultsOf({ country, [field]: text })))
  const lengths = Array.from({ length: 40 }, (_, count) => digits(count))

  test.each([
    ['GB', 6, 6],
    ['CA', 8, 8],
  ])('a bank code of %s has %d digits', (country, min, max) => {
    expect(accepted('bankCode', country, lengths)).toEqual(lengths.slice(min, max + 1))
    expect(accepted('bankCode', country, [`A${digits(min)}`, `${digits(min)}A`, 'ABCDEF', 'ABCDEFGH'])).toEqual([])
  })

  test.each([
    ['GB', 8, 8],
    ['US', 4, 17],
    ['CA', 7, 12],
    ['PK', 4, 34],
  ])('an account number of %s has %d to %d characters', (country, min, max) => {
    expect(accepted('id', country, lengths)).toEqual(lengths.slice(min, max + 1))
    const spoilt = ['-12345678', '12345678-', '1234 5678', 'ab345678']
    expect(accepted('id', country, spoilt)).toEqual([])
  })

  test('letters are part of account numbers in other countries only', () => {
    for (const country of ['GB', 'US', 'CA']) expect(accepted('id', country, ['A2345678', '1234567A'])).toEqual([])
    expect(accepted('id', 'PK', ['A2345678', '1234567A'])).toEqual(['A2345678', '1234567A'])
  })

  test('a BIC has six letters, two signs and at most three more (payments-25)', () => {
    const valid = ['DEUTDEFF', 'DEUTDEFF500', 'BOTKJPJT', 'SCBLPKKXXXX', 'AAAAAA22123']
    expect(accepted('bankCode', 'PK', valid)).toEqual(valid)
    const invalid = [
      '',
      'DEUTDEF',
      'DEUTDEFF5',
      'DEUTDEFF50',
      'DEUTDEFF5000',
      'DEUT1EFF',
      '1DEUTDEFF',
      'deutdeff',
      'DEUTDEFF-00',
    ]
    expect(accepted('bankCode', 'PK', invalid)).toEqual([])
  })
})

test('only the last four digits are shown, those of the IBAN if there is one', () => {
  expect(lastFourOf({ iban, id: '' })).toBe('6819')
  expect(lastFourOf({ iban: '', id: '12345678' })).toBe('5678')
  expect(lastFourOf({ iban, id: '12345678' })).toBe('6819')
})

describe('the details that are used (payments-25)', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const earlier = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const entry = (id: string, state: BankState, activeFrom: Date | null) => ({
    id,
    state,
    activeFrom,
    enteredAt: earlier(200),
  })
  const older = entry('older', 'approved', earlier(100))
  const newer = entry('newer', 'approved', earlier(10))
  const justNow = entry('just-now', 'approved', now)
  const waiting = entry('waiting', 'approved', new Date(now.getTime() + 1))

  test('the newest approved details whose 72 hours have passed are used, in any order', () => {
    expect(activeEntry([older, newer, waiting], now)).toBe(newer)
    expect(activeEntry([waiting, newer, older], now)).toBe(newer)
    expect(activeEntry([older, newer, justNow], now)).toBe(justNow)
    expect(activeEntry([waiting, older], now)).toBe(older)
  })

  test('nothing is used before an approval and its 72 hours', () => {
    expect(activeEntry([], now)).toBeUndefined()
    expect(activeEntry([waiting], now)).toBeUndefined()
    expect(activeEntry([entry('a', 'approved', null)], now)).toBeUndefined()
    for (const state of ['pending', 'rejected', 'stopped', 'replaced'] as const)
      expect([state, activeEntry([entry('a', state, earlier(100))], now)]).toEqual([state, undefined])
  })

  test('members see one state for each entry', () => {
    const entries = [
      older,
      newer,
      waiting,
      entry('stopped', 'stopped', earlier(5)),
      entry('rejected', 'rejected', null),
      entry('replaced', 'replaced', null),
      entry('pending', 'pending', null),
      entry('pending-with-date', 'pending', earlier(1)),
      entry('approved-without-date', 'approved', null),
    ]
    expect(Object.fromEntries(entries.map((item) => [item.id, shownState(item, entries, now)]))).toEqual({
      older: 'replaced',
      newer: 'active',
      waiting: 'pending',
      stopped: 'rejected',
      rejected: 'rejected',
      replaced: 'replaced',
      pending: 'pending',
      'pending-with-date': 'pending',
      'approved-without-date': 'pending',
    })
    expect(shownState(justNow, [older, justNow], now)).toBe('active')
    expect(shownState(older, [newer], now)).toBe('replaced')
    // An entry that isn't among those of its currency is never the active one.
    expect(shownState(older, [], now)).toBe('replaced')
  })
})
