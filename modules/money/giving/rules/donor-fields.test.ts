import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#modules/contract.ts'
import type { DonationLine } from '../order/order.ts'
import { checkFields } from './check-fields.ts'
import {
  controlOfWire,
  fromPayload,
  emptyFields,
  toPayload,
  checkUnaskedFields,
  toStored,
  toWirePath,
  withoutPersonal,
} from './donor-field-values.ts'
import { definitionOf, fieldNames, type StoredFields } from './donor-fields.ts'
import type { Place } from './field-definition.ts'

const calls = {
  donation: ['POST /api/donate/donate/:campaignId', (input: z.ZodObject) => input],
  checkout: ['POST /v4/checkout/guest/baskets/:basketId/checkout', (input: z.ZodObject) => input],
  checkoutLine: [
    'POST /v4/checkout/guest/baskets/:basketId/checkout',
    (input: z.ZodObject) => (input.shape.lineItems as z.ZodOptional<z.ZodArray<z.ZodObject>>).unwrap().element,
  ],
  basketItem: [
    'POST /v4/checkout/guest/baskets/:basketId/items',
    (input: z.ZodObject) => input.shape.item as z.ZodObject,
  ],
  subscription: ['POST /v4/subscriptions', (input: z.ZodObject) => input],
} as const
const shapeAt = (place: Place) => {
  const [call, pick] = calls[place]
  return pick((contract as unknown as Record<string, { input: z.ZodObject }>)[call]!.input).shape
}

test('every call has each field under the name of its definition', () => {
  for (const place of Object.keys(calls) as Place[])
    for (const name of fieldNames) {
      const wire = definitionOf(name).wire[place]
      if (wire !== undefined)
        expect([place, Object.keys(shapeAt(place))]).toEqual([place, expect.arrayContaining([wire.split('.')[0]])])
    }
})

test('an order line has the stored fields', () => {
  expect(emptyFields satisfies Pick<DonationLine, keyof StoredFields>).toMatchObject({
    isZakat: false,
    quantity: 1,
    note: null,
  })
})

const asksAll = { note: true, email: true, shipping: true, contact: true, medical: true, qurbani: true }
const asksNone = { note: false, email: false, shipping: false, contact: false, medical: false, qurbani: false }
const values = {
  ...emptyFields,
  isZakat: true,
  quantity: 3,
  customName: 'Amina',
  note: 'For Ali',
  levelEmail: 'a@example.org',
  taxAddress: { line1: '1 High Street', city: 'Leeds', country: 'GB' },
  shippingAddress: { city: 'Leeds', country: 'GB' },
}

test('a payload is unchanged after it is read and written again', () => {
  for (const place of Object.keys(calls) as Place[]) {
    const payload = toPayload(place, values)
    expect(toPayload(place, fromPayload(place, payload))).toEqual(payload)
  }
  expect(toPayload('basketItem', values)).toMatchObject({ isZakat: true, quantity: 3, givingLevelNote: 'For Ali' })
  expect(toPayload('donation', values)).not.toHaveProperty('src')
})

test('a donation stores sent fields that its level asks for, and an address needs a country', () => {
  expect(toStored(values, asksAll)).toEqual({ ...values, shippingAddress: null })
  expect(toStored(values, asksNone)).toEqual({ ...values, note: null, levelEmail: null, shippingAddress: null })
  expect(toStored({ customName: '', source: ' ' }, asksAll)).toEqual(emptyFields)
})

test('an answer to a question that the level does not ask is a fault at its field', () => {
  const fault = { code: 'level-field-not-asked' }
  const answers = { note: 'For Ali', levelEmail: 'a@example.org', medicalInformation: 'None', location: 'Leeds' }
  expect(checkUnaskedFields(answers, asksAll)).toEqual({})
  expect(checkUnaskedFields({ ...values, ...answers }, asksNone)).toEqual({
    note: fault,
    levelEmail: fault,
  })
  expect(checkUnaskedFields({ note: ' ', levelEmail: '' }, asksNone)).toEqual({})
})

test('an emergency phone number is sent as it can be dialled (amounts-17)', () => {
  const typed = { emergencyContact: { name: 'Yusuf', phone: '\u202a+٤٤ ٧١٢٣ ٤٥٦٧٨٩\u202c' } }
  expect(toPayload('donation', typed)).toMatchObject({
    emergencyContact: { name: 'Yusuf', phone: '+44 7123 456789' },
  })
})

test('fields that identify the donor can be removed, and the others stay', () => {
  expect(withoutPersonal(values)).toEqual({ ...emptyFields, isZakat: true, quantity: 3 })
})

test('a fault maps to the field of its call and the control of its page', () => {
  expect(
    ['taxAddress.city', 'isZakat', 'levelEmail', 'location'].map((path) => toWirePath('basketItem', path)),
  ).toEqual(['taxAddress.City', 'isZakat', 'givingLevelEmail', undefined])
  const fields = [
    'taxAddress.City',
    'zakah',
    'guest.email',
    'rewardID',
    'feeAmount',
    'emergencyContact.phone',
    'tokens',
  ]
  expect(fields.map((path) => controlOfWire('donation', path))).toEqual([
    'taxAddress-city',
    'isZakat',
    'email',
    'level',
    'tipChoice',
    'emergencyContact-phone',
    'tokens',
  ])
})

const texts = fc.string({ unit: 'grapheme', maxLength: 20 })
const dedications = fc.record(
  {
    kind: fc.constantFrom('honour' as const, 'memory' as const),
    name: texts,
    message: texts,
    email: texts,
    isPublic: fc.boolean(),
  },
  { requiredKeys: ['kind', 'name', 'isPublic'] },
)

test('a stored dedication is tidied once, survives each call and is refused without a name', () => {
  fc.assert(
    fc.property(dedications, (dedication) => {
      const fields = toStored({ dedication }, asksNone)
      expect(toStored(fields, asksNone)).toEqual(fields)
      for (const place of ['donation', 'basketItem', 'subscription'] as const)
        expect(fromPayload(place, toPayload(place, fields)).dedication ?? null).toEqual(fields.dedication)
      expect(withoutPersonal(fields).dedication).toBeNull()
      const isNamed = dedication.name.trim() !== ''
      if (!isNamed) expect(checkFields({ dedication })['dedication.name']).toEqual({ code: 'field-required' })
      expect(Object.values(fields.dedication ?? {})).not.toContain('')
    }),
  )
})
