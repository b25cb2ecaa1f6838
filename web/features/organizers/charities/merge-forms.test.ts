import { expect, test } from 'vitest'
import { emptyForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { differentFields, mergeForms } from './merge-forms.ts'

const person = { fullName: 'Zaynab', office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' }
const before = { ...emptyForm, legalName: 'Rahma', registeredAddress: '1 Long Row\nLeeds' }

test('names what differs between two versions, but not line ends', () => {
  const mine = { ...before, registeredAddress: '1 Long Row\r\nLeeds', number: '1100001', people: [person] }
  expect(differentFields(before, mine)).toEqual(['number', 'people'])
})

test('two people who edit different fields lose nothing', () => {
  const theirs = { ...before, legalName: 'Rahma Relief' }
  const mine = { ...before, number: '1100001', people: [person] }
  expect(mergeForms({ before, mine, theirs })).toEqual({ ...mine, legalName: 'Rahma Relief' })
})

test('a field that both changed is this form’s, because its author chose so', () => {
  const [mine, theirs] = [
    { ...before, legalName: 'Rahma Aid' },
    { ...before, legalName: 'Rahma Relief' },
  ]
  expect(mergeForms({ before, mine, theirs }).legalName).toBe('Rahma Aid')
})
