import { expect, test } from 'vitest'
import { formFromPost } from './posted-form.ts'
import type { Form } from './state/checkout-state.ts'

const before = {
  amount: '25',
  levelId: '7',
  quantity: 2,
  tipTyped: '0',
  tipOffered: { choice: '16', typed: '0' },
  cardId: '',
} as unknown as Form
const posted = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('removing a level sets the currency’s default amount [amounts-12]', () => {
  expect(formFromPost(posted({ level: '' }), before, 'USD')).toMatchObject({ levelId: '', amount: '20' })
  expect(formFromPost(posted({ level: '', amount: '' }), before, 'USD')).toMatchObject({ amount: '0' })
  expect(formFromPost(posted({ level: '', amount: '35' }), before, 'USD')).toMatchObject({ amount: '35' })
})

test('without JavaScript, ticking zakat removes the preset tip unless it was shown with zakat [amounts-9]', () => {
  const tipOf = (fields: Record<string, string>) => formFromPost(posted(fields), before, 'USD').tipChoice
  expect(tipOf({ tipChoice: '16', tipSeen: 'other' })).toBe('16')
  expect(tipOf({ tipChoice: '16', tipSeen: 'other', isZakat: 'on' })).toBe('0')
  expect(tipOf({ tipChoice: '16', tipSeen: 'zakat', isZakat: 'on' })).toBe('16')
  expect(tipOf({ tipChoice: '5', tipSeen: 'other', isZakat: 'on' })).toBe('5')
})

test('a posted form keeps its donation type, and ignores an unknown one', () => {
  expect(formFromPost(posted({ donationType: 'fidya' }), before, 'USD')).toMatchObject({ donationType: 'fidya' })
  expect(formFromPost(posted({ donationType: 'lottery' }), before, 'USD')).toMatchObject({ donationType: '' })
  expect(formFromPost(posted({}), before, 'USD')).toMatchObject({ donationType: '' })
})
