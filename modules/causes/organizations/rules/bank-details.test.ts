import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  activeEntry,
  type BankDetails,
  type BankState,
  checkBankDetails,
  isIban,
  isRoutingNumber,
  lastFourOf,
  shownState,
  normalizeBankDetails,
} from './bank-details.ts'

const details = (over: Partial<BankDetails>): BankDetails =>
  normalizeBankDetails({
    accountName: 'Rahma Relief',
    accountClass: 'business',
    accountType: 'checking',
    country: 'GB',
    bankCode: '',
    id: '',
    iban: '',
    ...over,
  })
const wrong = (over: Partial<BankDetails>) => Object.keys(checkBankDetails(details(over)))

test('accepts published IBANs however they are spaced, and refuses each with one changed sign (payments-25)', () => {
  for (const iban of [
    'GB29 NWBK 6016 1331 9268 19',
    'DE89 3704 0044 0532 0130 00',
    'PK36 SCBL 0000 0011 2345 6702',
    'sa03 8000 0000 6080 1016 7519',
    'NO93 8601 1117 947',
  ]) {
    const tidy = normalizeBankDetails(details({ iban })).iban
    expect([iban, isIban(tidy)]).toEqual([iban, true])
    fc.assert(
      fc.property(fc.integer({ min: 4, max: tidy.length - 1 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digit = tidy[place]!
        if (!/\d/.test(digit)) return
        const changed = `${tidy.slice(0, place)}${(Number(digit) + by) % 10}${tidy.slice(place + 1)}`
        expect(isIban(changed)).toBe(false)
      }),
    )
    expect(isIban(tidy.slice(0, -1))).toBe(false)
  }
  expect(isIban('ZZ29NWBK60161331926819')).toBe(false)
})

test('checks bank codes and numbers by country, and pads British numbers (payments-25)', () => {
  expect(wrong({ bankCode: '12-34-56', id: '1234567' })).toEqual([])
  expect(details({ bankCode: '12-34-56', id: '123456' }).id).toBe('00123456')
  expect(wrong({ bankCode: '12345', id: '12345678' })).toEqual(['bankCode'])
  expect(wrong({ bankCode: '123456', id: '123456789' })).toEqual(['id'])
  expect([isRoutingNumber('021000021'), isRoutingNumber('021000022')]).toEqual([true, false])
  expect(wrong({ country: 'US', bankCode: '021000021', id: '1234' })).toEqual([])
  expect(wrong({ country: 'US', bankCode: '021000022', id: '123' })).toEqual(['bankCode', 'id'])
  expect(wrong({ country: 'CA', bankCode: '003 12345', id: '1234567' })).toEqual([])
  expect(wrong({ country: 'JP', bankCode: 'BOTKJPJT', id: '0123456' })).toEqual([])
  expect(wrong({ country: 'JP', bankCode: 'BOTK', id: '012' })).toEqual(['bankCode', 'id'])
})

test('takes one way to write an account, a business account and a holder, and repeats no number (payments-25)', () => {
  const iban = 'GB29NWBK60161331926819'
  expect(wrong({ iban })).toEqual([])
  expect(wrong({ iban, id: '12345678' })).toEqual(['iban'])
  expect(wrong({ iban, country: 'DE' })).toEqual(['iban'])
  expect(wrong({ iban, accountClass: 'personal', accountName: '', accountType: 'other' })).toEqual([
    'accountName',
    'accountClass',
    'accountType',
  ])
  const wrongIban = 'GB29NWBK60161331926818'
  expect(JSON.stringify(checkBankDetails(details({ iban: wrongIban })))).not.toContain('6018')
  expect(JSON.stringify(checkBankDetails(details({ iban: wrongIban })))).not.toContain(wrongIban)
  expect(lastFourOf(details({ iban }))).toBe('6819')
})

test('one entry of a currency is used at a time, and none before its 72 hours are over (payments-25)', () => {
  const states: readonly BankState[] = ['pending', 'approved', 'rejected', 'stopped', 'replaced']
  const entry = fc.record({
    id: fc.uuid(),
    state: fc.constantFrom(...states),
    enteredAt: fc.constant(new Date(0)),
    activeFrom: fc.integer({ min: 0, max: 100 }).map((hours) => new Date(hours)),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 6 }),
      fc.integer({ min: 0, max: 100 }),
      (all, position) => {
        const now = new Date(position)
        const used = all.filter((item) => shownState(item, all, now) === 'active')
        expect(used.length).toBeLessThanOrEqual(1)
        expect(activeEntry(all, now)?.id).toBe(used[0]?.id)
        for (const item of used) expect(item.state === 'approved' && item.activeFrom <= now).toBe(true)
      },
    ),
  )
})
