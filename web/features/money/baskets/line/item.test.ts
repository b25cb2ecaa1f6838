import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { reduceForm } from '#web/features/money/giving/state/checkout-reducer.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'
import { donationOf, wholeUnitsOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import {
  originOf,
  checkItem,
  controlOfItem,
  initialItemForm,
  formOfLine,
  donationOfItem,
  type ItemData,
  newItemOf,
  shouldKeepEncryptedFields,
  isMissingTaxAddress,
  type Line,
} from './item-form.ts'
import { initialItemState, reduceItem } from './item-state.ts'

const aLevel = (over: Partial<CheckoutData['levels'][number]> = {}): CheckoutData['levels'][number] => ({
  id: '1',
  title: 'A tap',
  description: '',
  amount: 12_000,
  limit: null,
  remaining: null,
  soldOut: false,
  includeNote: false,
  requireNote: false,
  noteDescription: '',
  includeEmail: false,
  requireEmail: false,
  emailDescription: '',
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
  ...over,
})

const anItem = (over: Partial<CheckoutData> = {}): ItemData => ({
  email: 'amina@example.org',
  wantsUpdates: false,
  checkoutData: {
    campaignId: '7',
    currency: 'USD',
    minimumDonation: null,
    zakatVerified: true,
    giftAid: false,
    taxReceiptCountries: [],
    country: undefined,
    zakatVariant: 'maximize',
    zakatEligibleBps: 10_000,
    zakatFees: 'zakat',
    fee: { version: '2026-11', ppm: 29_000, fixed: 30 },
    levels: [aLevel()],
    ...over,
    tipsEnabled: false,
    isSignedIn: true,
  },
})

const aLine = (over: Partial<Line> = {}): Line => ({
  id: 'line',
  projectId: '7',
  amount: 3000,
  currency: 'USD',
  quantity: 2,
  isZakat: false,
  maximizeZakat: false,
  isGiftAid: false,
  isTaxDeductible: false,
  receiveCCUpdates: false,
  hasEncryptedFields: false,
  campaign: null,
  total: 6000,
  tip: 0,
  coveredFee: 0,
  ...over,
})

const select = (form: Form, item: ItemData, levelId: string): Form =>
  reduceForm(form, {
    field: 'level',
    value: levelId,
    currency: 'USD',
    amount: item.checkoutData.levels.find(({ id }) => id === levelId)?.amount ?? 0,
  })

const leeds = {
  firstName: 'Amina',
  lastName: 'Yusuf',
  line1: '1 High Street',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}

describe('a new line', () => {
  test('starts with 20 in dollars, one unit and the values in the URL [S1 §5] [S1 §2.2]', () => {
    expect(initialItemForm(anItem(), {})).toMatchObject({
      amount: '20',
      quantity: 1,
      levelId: '',
      isZakat: false,
      levelEmail: 'amina@example.org',
    })
    expect(initialItemForm(anItem(), { amount: '35' }).amount).toBe('35')
    for (const nonsense of ['0', '-5', '1e9', '', 'x', '1234567890', '999999999', '25001'])
      expect(initialItemForm(anItem(), { amount: nonsense }).amount).toBe('20')
    expect(initialItemForm(anItem({ currency: 'KWD', levels: [] }), {}).amount).toBe(wholeUnitsOf(defaultAmount('KWD')))
  })

  test.each(['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat'])(
    'is zakat for a donor from %s, if zakat is verified [S1 §5]',
    (source) => {
      expect(initialItemForm(anItem(), { source }).isZakat).toBe(true)
      expect(initialItemForm(anItem({ zakatVerified: false }), { source }).isZakat).toBe(false)
    },
  )

  test('isn’t zakat for other sources', () => {
    for (const source of ['discover', '', null, undefined])
      expect(initialItemForm(anItem(), { source }).isZakat).toBe(false)
  })

  test('doesn’t preselect a sold-out or reserved level', () => {
    expect(initialItemForm(anItem(), { levelId: '1' })).toMatchObject({ levelId: '1', amount: '120' })
    for (const over of [
      { soldOut: true, limit: 1, remaining: 0 },
      { limit: 1, remaining: 0 },
    ])
      expect(initialItemForm(anItem({ levels: [aLevel(over)] }), { levelId: '1' })).toMatchObject({
        levelId: '',
        amount: '20',
      })
  })

  test('requests a tax receipt if offered, unless this browser’s preference says no [S1 §5]', () => {
    const offered = anItem({ country: 'US', taxReceiptCountries: ['US'] })
    expect(initialItemForm(offered, {}).taxReceipt).toBe(true)
    expect(initialItemForm(offered, {}, false).taxReceipt).toBe(false)
    expect(initialItemForm(anItem({ taxReceiptCountries: ['US'] }), {}).taxReceipt).toBe(false)
  })
})

describe('an existing line', () => {
  test('keeps the level’s email empty if the donor cleared it [S1 §5]', () => {
    const item = anItem({
      levels: [
        aLevel({ includeEmail: true, requireEmail: false }),
        aLevel({ id: '2', includeEmail: false, requireEmail: false }),
      ],
    })
    expect(formOfLine(item, aLine({ givingLevelId: '1' })).levelEmail).toBe('')
    expect(formOfLine(item, aLine({ givingLevelId: '1', givingLevelEmail: 'bilal@example.org' })).levelEmail).toBe(
      'bilal@example.org',
    )
    expect(
      newItemOf(formOfLine(item, aLine({ givingLevelId: '1', quantity: 3 })), item.checkoutData, {}),
    ).not.toHaveProperty('givingLevelEmail')
    for (const unasked of [aLine(), aLine({ givingLevelId: '2' })])
      expect(formOfLine(item, unasked).levelEmail).toBe('amina@example.org')
  })
})

describe('choosing a level', () => {
  test('a level sets the amount, "Change selection" resets it to 20 [S1 §4]', () => {
    const item = anItem()
    const form = select({ ...initialItemForm(item, {}), amount: '55', quantity: 4 }, item, '1')
    expect(form).toMatchObject({ levelId: '1', amount: '120', quantity: 1 })
    expect(select(form, item, '')).toMatchObject({ levelId: '', amount: '20' })
  })

  test('after any choices the price is the level’s or the typed amount times the quantity', () => {
    const item = anItem({ levels: [aLevel(), aLevel({ id: '2', amount: 0 }), aLevel({ id: '3', amount: 500 })] })
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('', '1', '2', '3').map((levelId) => ({ levelId })),
            fc.nat(999).map((amount) => ({ amount: String(amount) })),
            fc.integer({ min: 1, max: 99 }).map((quantity) => ({ quantity })),
          ),
        ),
        (steps) => {
          let form = initialItemForm(item, {})
          for (const step of steps)
            form =
              'levelId' in step
                ? select(form, item, step.levelId)
                : 'amount' in step
                  ? reduceForm(form, { field: 'amount', value: step.amount })
                  : reduceForm(form, { field: 'quantity', value: step.quantity })
          const level = item.checkoutData.levels.find(({ id }) => id === form.levelId)
          const piece = level && level.amount > 0 ? level.amount : Number(form.amount) * 100
          const sent = newItemOf(form, item.checkoutData, {})
          expect([sent.amount, sent.quantity, sent.givingLevelId ?? '']).toEqual([piece, form.quantity, form.levelId])
          expect(donationOf(form, item.checkoutData).amount).toBe(BigInt(piece) * BigInt(form.quantity))
        },
      ),
    )
  })
})

describe('the fields of a level', () => {
  const all = aLevel({
    requireNote: true,
    requireEmail: true,
    requireShipping: true,
    requireEmergencyContact: true,
    requireMedical: true,
  })

  test('are required only if the level requires them [S1 §5]', () => {
    const item = anItem({ levels: [all, aLevel({ id: '2' })] })
    const form = select({ ...initialItemForm(item, {}), levelEmail: '' }, item, '1')
    expect(Object.keys(checkItem(form, item.checkoutData)).sort()).toEqual(
      [
        'emergencyContact-name',
        'emergencyContact-phone',
        'levelEmail',
        'medicalInformation',
        'note',
        'shippingAddress-city',
        'shippingAddress-country',
        'shippingAddress-line1',
        'shippingAddress-name',
      ].sort(),
    )
    expect(checkItem(select(form, item, '2'), item.checkoutData)).toEqual({})
  })

  test('of another level are neither validated nor sent, and empty address fields are omitted [S1 §5]', () => {
    const item = anItem({ levels: [all, aLevel({ id: '2' })] })
    const typed: Form = {
      ...select(initialItemForm(item, {}), item, '1'),
      note: ' For Yusuf ',
      levelEmail: 'nonsense',
      shippingAddress: { name: 'Amina', line1: '1 High Street', line2: ' ', city: 'Leeds', country: 'GB', state: '' },
      emergencyContact: { name: 'Zaid', phone: '', relationship: '' },
      medicalInformation: 'Asthma',
    }
    const bare = select(typed, item, '2')
    expect(checkItem(bare, item.checkoutData)).toEqual({})
    for (const field of [
      'givingLevelNote',
      'givingLevelEmail',
      'shippingAddress',
      'emergencyContact',
      'medicalInformation',
    ])
      expect(newItemOf(bare, item.checkoutData, {})).not.toHaveProperty(field)
    expect(newItemOf(typed, item.checkoutData, { source: 'home' })).toMatchObject({
      givingLevelNote: 'For Yusuf',
      shippingAddress: { Name: 'Amina', Address: '1 High Street', City: 'Leeds', Country: 'GB' },
      source: 'home',
    })
    expect(Object.keys(newItemOf(typed, item.checkoutData, {}).shippingAddress ?? {})).toEqual([
      'Name',
      'Address',
      'City',
      'Country',
    ])
    expect(
      newItemOf({ ...typed, shippingAddress: { country: 'GB', city: 'Leeds' } }, item.checkoutData, {}),
    ).not.toHaveProperty('shippingAddress')
  })

  test('a line keeps its source and referral code when it is edited from another link (content-18)', () => {
    const item = anItem()
    const start = { source: 'home', code: 'Team-ONE' }
    expect(newItemOf(initialItemForm(item, start), item.checkoutData, originOf(undefined, start))).toMatchObject({
      source: 'home',
      referredDonor: 'Team-ONE',
    })
    const line = aLine({ referredDonor: 'Team-TWO' })
    expect(newItemOf(formOfLine(item, line), item.checkoutData, originOf(line, start))).toMatchObject({
      referredDonor: 'Team-TWO',
    })
    expect(newItemOf(formOfLine(item, aLine()), item.checkoutData, originOf(aLine(), start))).not.toHaveProperty(
      'referredDonor',
    )
  })

  test('empty encrypted fields keep their stored value for the same level only (privacy-8)', () => {
    const item = anItem({
      levels: [
        aLevel({ requireEmergencyContact: true, requireMedical: true }),
        aLevel({ id: '2', requireMedical: true }),
      ],
    })
    const line = aLine({ givingLevelId: '1', hasEncryptedFields: true })
    const form = formOfLine(item, line)
    expect(shouldKeepEncryptedFields(form, line)).toBe(true)
    expect(checkItem(form, item.checkoutData, line)).toEqual({})
    expect(
      Object.keys(
        checkItem(
          { ...form, emergencyContact: { name: 'Zaid', phone: '', relationship: '' } },
          item.checkoutData,
          line,
        ),
      ),
    ).toEqual(['emergencyContact-phone'])
    expect(Object.keys(checkItem(select(form, item, '2'), item.checkoutData, line))).toEqual(['medicalInformation'])
    expect(Object.keys(checkItem(form, item.checkoutData, { ...line, hasEncryptedFields: false })).length).toBe(3)
  })

  test('a sold-out level shows its error at the level, too many units at the quantity', () => {
    const gone = anItem({ levels: [aLevel({ limit: 3, remaining: 0, soldOut: true })] })
    expect(checkItem({ ...initialItemForm(gone, {}), levelId: '1' }, gone.checkoutData)).toEqual({
      level: { code: 'level-sold-out' },
    })
    const few = anItem({ levels: [aLevel({ limit: 3, remaining: 2 })] })
    expect(checkItem({ ...initialItemForm(few, {}), levelId: '1', quantity: 3 }, few.checkoutData)).toEqual({
      quantity: { code: 'level-sold-out' },
    })
    const dear = anItem({ levels: [aLevel({ amount: 2_000_000 })] })
    expect(
      Object.keys(checkItem({ ...initialItemForm(dear, {}), levelId: '1', quantity: 2 }, dear.checkoutData)),
    ).toEqual(['quantity'])
  })
})

test('the button is disabled until the address for Gift Aid or a receipt is complete [S1 §5]', () => {
  const item = anItem({ country: 'GB', giftAid: true })
  const form = initialItemForm(item, {})
  const data = { ...item.checkoutData, taxReceiptCountries: ['CA'] }
  expect(isMissingTaxAddress(form, data)).toBe(false)
  for (const chosen of [{ giftAid: true }, { taxReceipt: true }]) {
    expect(isMissingTaxAddress({ ...form, ...chosen }, data)).toBe(true)
    expect(isMissingTaxAddress({ ...form, ...chosen, taxAddress: { ...leeds, city: ' ' } }, data)).toBe(true)
    expect(isMissingTaxAddress({ ...form, ...chosen, taxAddress: leeds }, data)).toBe(false)
  }
  expect(isMissingTaxAddress({ ...form, taxReceipt: true }, { ...data, taxReceiptCountries: ['US'] })).toBe(false)
})

test('reading a line into the form and sending it again changes nothing', () => {
  const levels = [aLevel({ includeNote: true, requireShipping: true })]
  fc.assert(
    fc.property(
      fc.record({
        amount: fc.integer({ min: 1, max: 200 }).map((whole) => whole * 100),
        quantity: fc.integer({ min: 1, max: 99 }),
        isZakat: fc.boolean(),
        isGiftAid: fc.boolean(),
        receiveCCUpdates: fc.boolean(),
        hasLevel: fc.boolean(),
      }),
      ({ hasLevel, ...over }) => {
        const item = anItem({ country: 'GB', giftAid: true, levels })
        const line = aLine({
          ...over,
          maximizeZakat: over.isZakat,
          ...(hasLevel
            ? {
                givingLevelId: '1',
                amount: 12_000,
                givingLevelNote: 'For Yusuf',
                shippingAddress: { Name: 'A', Address: 'B', City: 'C', Country: 'GB' },
              }
            : {}),
          ...(over.isGiftAid
            ? {
                taxAddress: {
                  FirstName: 'Amina',
                  LastName: 'Yusuf',
                  Address: '1 High Street',
                  City: 'Leeds',
                  Zip: 'LS1 1AA',
                  Country: 'GB',
                },
              }
            : {}),
        })
        const form = formOfLine(item, line)
        expect(checkItem(form, item.checkoutData, line)).toEqual({})
        const {
          id: _,
          campaign: __,
          total: ___,
          tip: ____,
          coveredFee: _____,
          hasEncryptedFields: ______,
          ...kept
        } = line
        expect(newItemOf(form, item.checkoutData, {})).toEqual({
          ...kept,
          metadata: { originalAmount: line.amount, originalCurrency: 'USD' },
        })
      },
    ),
  )
})

describe('an amount with a fraction, which the page filled in, is shown [S1 §5]', () => {
  const item = anItem({ levels: [aLevel(), aLevel({ id: '2', amount: 0 })] })
  const line = aLine({ amount: 1250, givingLevelId: '2', isZakat: true })

  test('is kept while other fields change', () => {
    const form = formOfLine(item, line)
    expect(form.amount).toBe('12.50')
    const sent = newItemOf({ ...form, quantity: 3, isZakat: false }, item.checkoutData, {}, line)
    expect(sent).toMatchObject({
      amount: 1250,
      quantity: 3,
      isZakat: false,
      metadata: { originalAmount: 1250, originalCurrency: 'USD' },
    })
    expect(donationOfItem({ ...form, quantity: 3 }, item.checkoutData, line).amount).toBe(3750n)
  })

  test('is replaced by another amount or a level', () => {
    const form = formOfLine(item, line)
    expect(newItemOf({ ...form, amount: '13' }, item.checkoutData, {}, line).amount).toBe(1300)
    expect(newItemOf({ ...select(form, item, ''), amount: '12' }, item.checkoutData, {}, line).amount).toBe(1200)
    expect(newItemOf(select(form, item, '1'), item.checkoutData, {}, line).amount).toBe(12_000)
    const ofLevel = aLine({ amount: 12_050, givingLevelId: '1' })
    expect(newItemOf(formOfLine(item, ofLevel), item.checkoutData, {}, ofLevel).amount).toBe(12_000)
  })

  test('is replaced once the donor types, even the same number', () => {
    const start = initialItemState({ form: formOfLine(item, line), checkoutData: item.checkoutData })
    expect(reduceItem(start, { type: 'change', change: { field: 'quantity', value: 3 } }).isAmountUnchanged).toBe(true)
    const typed = ['1', '12'].reduce(
      (state, value) => reduceItem(state, { type: 'change', change: { field: 'amount', value } }),
      start,
    )
    expect(typed).toMatchObject({ isAmountUnchanged: false, form: { amount: '12' } })
    expect(
      reduceItem(start, { type: 'change', change: { field: 'level', value: '1', currency: 'USD', amount: 12_000 } })
        .isAmountUnchanged,
    ).toBe(false)
  })

  test('isn’t below the minimum without its fraction', () => {
    const kuwait = anItem({ currency: 'KWD', levels: [] })
    const half = aLine({ amount: 500, currency: 'KWD' })
    expect(checkItem(formOfLine(kuwait, half), kuwait.checkoutData, half)).toEqual({})
    expect(newItemOf(formOfLine(kuwait, half), kuwait.checkoutData, {}, half).amount).toBe(500)
    expect(Object.keys(checkItem({ ...formOfLine(kuwait, half), amount: '' }, kuwait.checkoutData, half))).toEqual([
      'amount',
    ])
  })
})

describe('the state of the form', () => {
  const item = anItem()
  const start = initialItemState({ form: initialItemForm(item, {}), checkoutData: item.checkoutData })

  test('the server’s message about a field is removed when that field changes, and no other', () => {
    const refused = reduceItem(reduceItem(start, { type: 'send' }), {
      type: 'reject',
      served: { amount: 'Too small', 'taxAddress-city': 'Where?' },
      problem: '',
    })
    expect(refused.isSaving).toBe(false)
    expect(reduceItem(refused, { type: 'change', change: { field: 'amount', value: '50' } }).serverErrors).toEqual({
      'taxAddress-city': 'Where?',
    })
    expect(reduceItem(refused, { type: 'change', change: { field: 'taxAddress', value: leeds } }).serverErrors).toEqual(
      {
        amount: 'Too small',
      },
    )
    expect(
      reduceItem(refused, { type: 'change', change: { field: 'level', value: '', currency: 'USD', amount: 0 } })
        .serverErrors,
    ).toEqual({})
  })

  test('updating the remaining quantities keeps what was typed', () => {
    const typed = reduceItem(start, { type: 'change', change: { field: 'note', value: 'For Yusuf' } })
    const counted = reduceItem(typed, {
      type: 'update-levels',
      levels: [aLevel({ limit: 1, remaining: 0, soldOut: true })],
    })
    expect(counted.form).toBe(typed.form)
    expect(counted.checkoutData.levels[0]).toMatchObject({ soldOut: true })
  })

  test('records a visited field once', () => {
    const itemState = reduceItem(start, { type: 'blur', id: 'note' })
    expect(itemState.visited).toEqual(['note'])
    expect(reduceItem(itemState, { type: 'blur', id: 'note' })).toBe(itemState)
  })
})

test.each([
  ['item.givingLevelNote', 'note'],
  ['item.givingLevelEmail', 'levelEmail'],
  ['item.quantity', 'quantity'],
  ['item.amount', 'amount'],
  ['item.taxAddress.City', 'taxAddress-city'],
  ['item.shippingAddress.Address', 'shippingAddress-line1'],
  ['item.emergencyContact.phone', 'emergencyContact-phone'],
  ['item.isGiftAid', 'giftAid'],
  ['item.isZakat', 'isZakat'],
])("])('the server’s message about %s is shown at %s', (field, control) => {", (field, control) => {
  expect(controlOfItem(field)).toBe(control)
})
