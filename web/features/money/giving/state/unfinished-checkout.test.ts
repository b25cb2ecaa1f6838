import { expect, test } from 'vitest'
import { initialForm } from '../donation-data.ts'
import { type CheckoutChange, reduceForm, withOfferedTip } from './checkout-reducer.ts'
import type { CheckoutData, Form } from './checkout-state.ts'
import { restoreCheckout } from './restore-checkout.ts'
import { presetsOf, storedFieldsOf } from './unfinished-checkout.ts'

const aLevel = {
  id: '1',
  title: 'A tap',
  description: '',
  amount: 12_000,
  limit: null,
  remaining: null,
  soldOut: false,
}
const checkoutData = {
  currency: 'USD',
  taxReceiptCountries: [],
  plans: [{ frequency: 'month', requestsPhone: false }],
  levels: [aLevel, { ...aLevel, id: '2', soldOut: true }],
} as unknown as CheckoutData
const initial: Form = withOfferedTip({
  ...initialForm(checkoutData, { amount: '20', email: '' }),
  tipOffered: { choice: '16', typed: '0' },
})
/** Returns the form after the donor's changes, and after a reload that restores what the tab stored. */
function afterReload(changes: readonly CheckoutChange[], { start = initial, isSameLink = true } = {}): Form {
  const form = changes.reduce(reduceForm, start)
  const stored = Object.fromEntries(changes.flatMap(storedFieldsOf).map((field) => [field, form[field]]))
  const values = JSON.parse(JSON.stringify(stored)) as Record<string, unknown>
  return restoreCheckout(values, { initial: start, checkoutData, isSameLink }).reduce(reduceForm, start)
}

const typed: readonly CheckoutChange[] = [
  { field: 'frequency', value: 'month' },
  { field: 'amount', value: '45' },
  { field: 'email', value: 'amina@example.org' },
  { field: 'name', value: 'Amina Yusuf' },
  { field: 'isAnonymous', value: true },
  { field: 'words', value: 'May Allah accept it' },
  { field: 'dedication', value: { ...initial.dedication, name: 'Grandmother' } },
  { field: 'taxReceipt', value: true },
]

test('a reload loses nothing that was typed or chosen', () => {
  const form = afterReload([...typed, { field: 'tipChoice', value: '0' }])
  const expected = [...typed, { field: 'tipChoice', value: '0' } as const].reduce(reduceForm, initial)
  expect(form).toEqual(expected)
  expect([form.tipChoice, form.isTipChosen]).toEqual(['0', true])
})

test('a chosen level, zakat with its fee, and a custom tip are restored in an order that resets none of them', () => {
  const changes: readonly CheckoutChange[] = [
    { field: 'level', value: '1', currency: 'USD', amount: 12_000 },
    { field: 'quantity', value: 3 },
    { field: 'tipChoice', value: 'other' },
    { field: 'tipTyped', value: '7' },
    { field: 'isZakat', value: true },
    { field: 'maximizeZakat', value: true },
  ]
  expect(afterReload(changes)).toMatchObject({
    levelId: '1',
    quantity: 3,
    amount: '120',
    isZakat: true,
    maximizeZakat: true,
    tipChoice: 'other',
    tipTyped: '7',
  })
})

test('a field that the donor did not touch follows the link and the country again', () => {
  const start = { ...initial, amount: '75' }
  expect(afterReload([{ field: 'email', value: 'a@example.org' }], { start })).toMatchObject({
    amount: '75',
    tipChoice: '16',
    email: 'a@example.org',
  })
})

test('another link wins over the amount, frequency and tip typed before, and keeps who gives', () => {
  expect(afterReload(typed, { isSameLink: false })).toMatchObject({
    frequency: 'once',
    amount: '20',
    email: 'amina@example.org',
    words: 'May Allah accept it',
  })
  const query = (text: string) => presetsOf(new URLSearchParams(text))
  expect(query('amount=20&lang=ar&gift=1')).toBe(query('amount=20'))
  expect(query('amount=20')).not.toBe(query('amount=30'))
  expect(query('tip=0')).not.toBe(query('amount=0'))
})

test('never stores the card, the emergency contact or medical information (privacy-9)', () => {
  const secret: readonly CheckoutChange[] = [
    { field: 'cardId', value: 'pm_1' },
    { field: 'saveCard', value: true },
    { field: 'emergencyContact', value: { name: 'Bilal', phone: '+44', relationship: '' } },
    { field: 'medicalInformation', value: 'Asthma' },
  ]
  expect(secret.flatMap(storedFieldsOf)).toEqual([])
  const values = { cardId: 'pm_1', saveCard: true, medicalInformation: 'Asthma', emergencyContact: { name: 'Bilal' } }
  expect(restoreCheckout(values, { initial, checkoutData, isSameLink: true })).toEqual([])
})

test.each([
  [{ frequency: 'week' }],
  [{ levelId: '2' }],
  [{ levelId: 'gone' }],
  [{ quantity: -1 }],
  [{ quantity: '2' }],
  [{ tipChoice: '99' }],
  [{ amount: 20 }],
  [{ isAnonymous: 'yes' }],
  [{ dedication: 'Grandmother' }],
  [{ dedication: null }],
  [{ __proto__: 'x', constructor: 'y', tipOffered: { choice: '16' } }],
])('skips a stored value that the form cannot have: %j', (values) => {
  expect(restoreCheckout(values, { initial, checkoutData, isSameLink: true })).toEqual([])
})
