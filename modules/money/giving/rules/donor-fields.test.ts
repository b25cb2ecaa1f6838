import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#modules/contract.ts'
import type { DonationLine } from '../order/order.ts'
import { checkFields } from './check-fields.ts'
import {
  controlOfRule,
  controlOfWire,
  fromPayload,
  emptyFields,
  hasFirstDonationFields,
  normalizeGroup,
  toPayload,
  checkUnaskedFields,
  toColumns,
  toStored,
  toWirePath,
  withoutFirstDonationFields,
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

test('a call contains neither its amounts nor the fields of its nested shapes', () => {
  const read = Object.keys(fromPayload('donation', {}))
  expect(['amount', 'tip', 'email', 'name', 'levelId', 'note'].map((name) => read.includes(name))).toEqual([
    ...Array(4).fill(false),
    ...Array(2).fill(true),
  ])
  // Baskets have no newsletter.
  expect(Object.keys(fromPayload('basketItem', {}))).not.toContain('newsletter')
})

test('the usual choice and an empty one are not sent, another one is', () => {
  const sent = (donationType: string) => toPayload('donation', { donationType })
  expect(sent('fidya')).toEqual({ donationType: 'fidya' })
  expect([sent('sadaqah'), sent('')]).toEqual([{}, {}])
})

test('an address without any text is not sent', () => {
  expect(toPayload('donation', { taxAddress: { line1: ' ', city: '' } })).toEqual({})
  expect(toPayload('donation', { taxAddress: undefined })).toEqual({})
  expect(toPayload('donation', { taxAddress: { city: 'Leeds' } })).toEqual({ taxAddress: { City: 'Leeds' } })
})

describe('the parts of a group', () => {
  const parts = {
    kind: { kind: 'choice', options: ['honour', 'memory'] },
    name: { kind: 'text', max: 80, check: 'name' },
    phone: { kind: 'text', max: 32, check: 'phone' },
    isPublic: { kind: 'flag' },
  } as const

  test('are trimmed, and empty ones are removed', () => {
    expect(normalizeGroup(parts, { kind: 'memory', name: '  Amina ٧ ', phone: ' ', isPublic: true })).toEqual({
      kind: 'memory',
      name: 'Amina ٧',
      isPublic: true,
    })
  })

  test('have digits 0-9 in a phone number only', () => {
    expect(normalizeGroup(parts, { name: '٧', phone: ' ٠٧١٢٣ ' })).toEqual({
      name: '٧',
      phone: '07123',
      isPublic: false,
    })
  })

  test('are nothing without a text', () => {
    expect(normalizeGroup(parts, { kind: 'memory', isPublic: true })).toBeNull()
    expect(normalizeGroup(parts, { phone: '07123', isPublic: undefined })).toEqual({ phone: '07123', isPublic: false })
  })
})

test('an older order without a newer field is stored as if nothing was entered', () => {
  const { note: _, quantity: __, ...older } = { ...emptyFields, customName: 'Amina' }
  expect(toColumns(older as StoredFields)).toMatchObject({
    custom_name: 'Amina',
    note: null,
    quantity: 1,
    is_zakat: false,
  })
})

test('only a plan’s first donation has a dedication', () => {
  const dedication = { kind: 'memory', name: 'Amina', isPublic: false }
  expect(hasFirstDonationFields({ dedication, note: 'For Ali' })).toBe(true)
  expect(
    [{ dedication: null, note: 'For Ali' }, { note: 'For Ali', other: 1 }, {}].map(hasFirstDonationFields),
  ).toEqual([false, false, false])
  expect(withoutFirstDonationFields({ dedication, note: 'For Ali', other: 1 })).toEqual({ note: 'For Ali', other: 1 })
})

test('a fault of a rule maps to the control of its page', () => {
  expect(['taxAddress.city', 'levelId', 'note', 'other'].map(controlOfRule)).toEqual([
    'taxAddress-city',
    'level',
    'note',
    'other',
  ])
  expect(['emergencyContact.name', 'other.part'].map((path) => toWirePath('donation', path))).toEqual([
    'emergencyContact.name',
    undefined,
  ])
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

describe('the form offers', () => {
  const plain = { isAnonymous: false, isZakat: false, giftAid: false, taxReceipt: false }
  const offered = (form: Partial<typeof plain>) =>
    fieldNames.filter((name) => {
      const { isOffered } = definitionOf(name)
      return isOffered !== undefined && isOffered({ ...plain, ...form })
    })

  test('a shown name and a place unless the donor is anonymous', () => {
    expect(offered({})).toEqual(['customName', 'location'])
    expect(offered({ isAnonymous: true })).toEqual([])
  })

  test('a tax address and sharing it with Gift Aid or a tax receipt', () => {
    for (const relief of [{ giftAid: true }, { taxReceipt: true }, { giftAid: true, taxReceipt: true }])
      expect(offered({ isAnonymous: true, ...relief })).toEqual(['shareAddress', 'taxAddress'])
  })

  test('to maximize zakat for zakat only', () => {
    expect(offered({ isAnonymous: true, isZakat: true })).toEqual(['maximizeZakat'])
  })
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
