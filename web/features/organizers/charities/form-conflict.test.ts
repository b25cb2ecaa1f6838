import { expect, test } from 'vitest'
import { emptyForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { differentFields } from './form-conflict.tsx'

test('names what differs between two versions, but not line ends', () => {
  const person = { fullName: 'Zaynab', office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' }
  const mine = { ...emptyForm, legalName: 'Rahma', registeredAddress: '1 Long Row\r\nLeeds', people: [person] }
  const theirs = { ...emptyForm, legalName: 'Rahma Relief', registeredAddress: '1 Long Row\nLeeds' }
  expect(differentFields(mine, theirs)).toEqual(['legalName', 'people'])
  expect(differentFields(mine, mine)).toEqual([])
})
