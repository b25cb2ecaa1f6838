import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { Currency } from '#shared/money.ts'
import { priceOf } from '../price/basket-price.ts'
import { findDifferences } from '../price/price-differences.ts'
import { type BasketData, itemOf, isMissingAddress } from '../line/basket-line.ts'
import { initialState, reduceBasket } from './basket-reducer.ts'
import { editOf, isUnsaved, linesToSave } from './basket-saving.ts'
import { basketLinesOf, type BasketState, preferencesOf } from './basket-state.ts'
import { tipChoiceOf, tipIsLost, tipOfState } from './basket-tip.ts'
import type { Basket } from '../basket-client.ts'
import { errorsOf } from '../use-basket.ts'

type Item = Basket['items'][number]

const item = (id: string, over: Partial<Item> = {}): Item => ({
  id,
  projectId: '1',
  amount: 2000,
  currency: 'USD',
  quantity: 1,
  isZakat: false,
  maximizeZakat: false,
  isGiftAid: false,
  isTaxDeductible: false,
  receiveCCUpdates: false,
  hasEncryptedFields: false,
  campaign: { slug: 'well', name: `Well ${id}`, organizationName: 'Umeed', organizationNameAr: null },
  total: 2000,
  tip: 0,
  coveredFee: 0,
  ...over,
})

const basket = (items: readonly Item[], over: Partial<Basket> = {}): Basket => ({
  id: 'b',
  userId: null,
  status: 'active',
  version: 1,
  currency: 'USD',
  tipAmount: 0,
  anonymous: { enabled: false, name: '', location: '' },
  paymentMethodId: null,
  newsletter: false,
  items: [...items],
  skipped: [],
  subtotal: 0,
  quote: null,
  createdAt: '',
  updatedAt: '',
  expiresAt: '',
  ...over,
})

const fee = { version: '2026-11', ppm: 19_000, fixed: 25 }
const open = {
  imageUrl: '/v4/artwork/a.svg?v=1',
  language: 'en',
  isOpen: true,
  isVerified: true,
  zakatVerified: true,
  giftAid: true,
  taxReceiptCountries: [],
  tipsEnabled: true,
  zakatEligibleBps: 10_000,
  fee,
  levels: [],
}
const basketData: BasketData = {
  campaigns: { '1': open, '2': { ...open, tipsEnabled: false } },
  zakatVariant: 'maximize',
  zakatFees: 'zakat',
  country: 'GB',
}
const start = (basket: Basket, policy: 'preselected' | 'ask' | 'zero' = 'zero'): BasketState =>
  initialState(basket, basketData, { policy })
const address = {
  firstName: 'Amina',
  lastName: 'Yusuf',
  line1: '1 High Street',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}

test('shows a change immediately and keeps it as unsaved until it is saved', () => {
  const typed = reduceBasket(start(basket([item('a')])), {
    kind: 'line',
    id: 'a',
    change: { amount: 3000, quantity: 2 },
  })
  expect(basketLinesOf(typed)).toMatchObject([{ amount: 3000, quantity: 2 }])
  expect(priceOf(typed, basketData).total.amount).toBe(6000n)
  expect(isUnsaved(typed, basketData)).toBe(true)
  const [[, change]] = linesToSave(typed, basketData) as [[string, never]]
  const saved = reduceBasket(typed, {
    kind: 'saved',
    basket: basket([item('a', { amount: 3000, quantity: 2 })], { version: 2 }),
    line: { id: 'a', change },
  })
  expect(isUnsaved(saved, basketData)).toBe(false)
  expect(reduceBasket(saved, { kind: 'all-saved' }).saving).toBe('saved')
})

test('saves changes made during a request with the next one', () => {
  const typed = reduceBasket(start(basket([item('a')])), { kind: 'line', id: 'a', change: { amount: 3000 } })
  const line = typed.changes.a!
  const more = reduceBasket(typed, { kind: 'line', id: 'a', change: { amount: 4000 } })
  const answered = reduceBasket(more, {
    kind: 'saved',
    basket: basket([item('a', { amount: 3000 })], { version: 2 }),
    line: { id: 'a', change: line },
  })
  expect(basketLinesOf(answered)).toMatchObject([{ amount: 4000 }])
  expect(isUnsaved(answered, basketData)).toBe(true)
})

test('keeps unsaved changes after a change in another tab, except for removed lines', () => {
  let state = start(basket([item('a'), item('b')]))
  state = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 3000 } })
  state = reduceBasket(state, { kind: 'line', id: 'b', change: { amount: 5000 } })
  state = reduceBasket(state, { kind: 'preferences', preferences: { newsletter: true } })
  state = reduceBasket(state, { kind: 'elsewhere' })
  const loaded = reduceBasket(state, {
    kind: 'loaded',
    basket: basket([item('a', { quantity: 4 }), item('c')], { version: 7 }),
    basketData,
  })
  expect(basketLinesOf(loaded)).toMatchObject([
    { id: 'a', amount: 3000, quantity: 4 },
    { id: 'c', amount: 2000 },
  ])
  expect(editOf(loaded, basketData)).toEqual({ newsletter: true })
  expect(loaded.isChangedElsewhere).toBe(false)
})

test('a saved value doesn’t overwrite a later change in another tab', () => {
  let state = reduceBasket(start(basket([item('a')])), { kind: 'preferences', preferences: { newsletter: true } })
  state = reduceBasket(state, { kind: 'tip', tip: { choice: '10' } })
  state = reduceBasket(state, {
    kind: 'saved',
    basket: basket([item('a')], { newsletter: true, tipAmount: 200, version: 2 }),
  })
  const loaded = reduceBasket(state, {
    kind: 'loaded',
    basket: basket([item('a')], { newsletter: false, tipAmount: 0, version: 3 }),
    basketData,
  })
  expect(editOf(loaded, basketData)).toBeUndefined()
  expect(loaded.tip.choice).toBe('0')
})

test('a tip removed in another tab stays removed while an amount is being typed here', () => {
  let state = reduceBasket(start(basket([item('a')])), { kind: 'tip', tip: { choice: '16' } })
  state = reduceBasket(state, { kind: 'saved', basket: basket([item('a')], { tipAmount: 320, version: 2 }) })
  state = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 3000 } })
  const loaded = reduceBasket(state, {
    kind: 'loaded',
    basket: basket([item('a')], { tipAmount: 0, version: 3 }),
    basketData,
  })
  expect([loaded.tip.choice, basketLinesOf(loaded)[0]!.amount, editOf(loaded, basketData)]).toEqual([
    '0',
    3000,
    undefined,
  ])
  const own = reduceBasket(state, { kind: 'tip', tip: { choice: '10' } })
  expect(
    reduceBasket(own, { kind: 'loaded', basket: basket([item('a')], { tipAmount: 0, version: 3 }), basketData }).tip
      .choice,
  ).toBe('10')
})

test('a percentage tip follows the donations; a tip that fits no percentage is kept', () => {
  const shared = start(basket([item('a')], { tipAmount: 320 }))
  expect(shared.tip.choice).toBe('16')
  expect(editOf(reduceBasket(shared, { kind: 'line', id: 'a', change: { quantity: 2 } }), basketData)).toEqual({
    tipAmount: 640,
  })
  const odd = start(basket([item('a')], { tipAmount: 333 }))
  expect(odd.tip.choice).toBe('')
  expect(tipOfState(odd, basketData).amount).toBe(333n)
  expect(editOf(odd, basketData)).toBeUndefined()
  expect(start(basket([item('a')], { tipAmount: 500 })).tip).toMatchObject({ choice: 'other', typed: '5' })
})

test('suggested values are shown, and saved only when the donor pays with them', () => {
  const state = start(basket([item('a')]), 'preselected')
  expect(tipOfState(state, basketData).amount).toBe(320n)
  expect(editOf(state, basketData)).toBeUndefined()
  expect(editOf(reduceBasket(state, { kind: 'agreed' }), basketData)).toEqual({ tipAmount: 320 })
  expect(start(basket([item('a')]), 'ask').tip.choice).toBe('')
})

test.each(['preselected', 'ask'] as const)(
  'a basket with zakat has no tip until the donor chooses one, even if tips are %s [amounts-9]',
  (policy) => {
    const zakat = start(basket([item('a'), item('b', { isZakat: true })]), policy)
    expect([tipChoiceOf(zakat), tipOfState(zakat, basketData).amount]).toEqual(['0', 0n])
    expect(tipChoiceOf(reduceBasket(zakat, { kind: 'tip-suggested', choice: '10' }))).toBe('0')
    expect(editOf(reduceBasket(zakat, { kind: 'agreed' }), basketData)).toBeUndefined()
    expect(editOf(reduceBasket(zakat, { kind: 'tip', tip: { choice: '5' } }), basketData)).toEqual({ tipAmount: 200 })
    const ticked = reduceBasket(start(basket([item('a')]), policy), {
      kind: 'line',
      id: 'a',
      change: { isZakat: true },
    })
    expect(tipChoiceOf(ticked)).toBe('0')
    expect(tipChoiceOf(reduceBasket(ticked, { kind: 'line', id: 'a', change: { isZakat: false } }))).toBe(
      policy === 'ask' ? '' : '16',
    )
    // A zakat donation in another currency isn't part of this payment.
    expect(tipChoiceOf(start(basket([item('a'), item('b', { isZakat: true, currency: 'GBP' })]), 'preselected'))).toBe(
      '16',
    )
    expect(tipChoiceOf(start(basket([item('a', { isZakat: true })], { tipAmount: 320 }), policy))).toBe('16')
  },
)

test('suggests this browser’s last tip without saving it; a tip chosen for this basket wins', () => {
  const shown = reduceBasket(start(basket([item('a')]), 'preselected'), { kind: 'tip-suggested', choice: '5' })
  expect([tipOfState(shown, basketData).amount, isUnsaved(shown, basketData), shown.saving]).toEqual([
    100n,
    false,
    'idle',
  ])
  expect(editOf(reduceBasket(shown, { kind: 'line', id: 'a', change: { quantity: 2 } }), basketData)).toBeUndefined()
  expect(editOf(reduceBasket(shown, { kind: 'tip', tip: {} }), basketData)).toEqual({ tipAmount: 100 })
  expect(
    reduceBasket(start(basket([item('a')], { tipAmount: 320 })), { kind: 'tip-suggested', choice: '5' }).tip.choice,
  ).toBe('16')
})

test('suggests this browser’s last name preference, unsaved, and pays with it unless changed [contract-6]', () => {
  const shown = reduceBasket(start(basket([item('a')])), {
    kind: 'preferences-suggested',
    suggested: { anonymous: true, newsletter: true },
  })
  expect(preferencesOf(shown)).toMatchObject({ anonymous: { enabled: true }, newsletter: true })
  expect([isUnsaved(shown, basketData), shown.saving]).toEqual([false, 'idle'])
  expect(editOf(reduceBasket(shown, { kind: 'agreed' }), basketData)).toEqual({
    anonymous: { enabled: true, name: '', location: '' },
    newsletter: true,
  })
  const named = reduceBasket(shown, {
    kind: 'preferences',
    preferences: { anonymous: { enabled: false, name: '', location: '' } },
  })
  expect(editOf(reduceBasket(named, { kind: 'agreed' }), basketData)).toEqual({ newsletter: true })
  const again = reduceBasket(named, { kind: 'loaded', basket: basket([item('a')], { version: 2 }), basketData })
  expect(preferencesOf(again), 'what was taken back is not suggested again').toMatchObject({
    anonymous: { enabled: false },
    newsletter: true,
  })
  const typed = reduceBasket(shown, { kind: 'preferences', preferences: { currency: 'EUR' } })
  expect(editOf(typed, basketData)).toEqual({ currency: 'EUR' })
})

test('fundraisers without tips get none, and a basket with only these has no tip', () => {
  const both = reduceBasket(start(basket([item('a'), item('b', { projectId: '2' })])), {
    kind: 'tip',
    tip: { choice: '10' },
  })
  expect(priceOf(both, basketData).paid.map(({ quote }) => quote.tip.amount)).toEqual([200n, 0n])
  const alone = reduceBasket(start(basket([item('b', { projectId: '2' })])), { kind: 'tip', tip: { choice: '16' } })
  expect(priceOf(alone, basketData).tip.amount).toBe(0n)
})

test('saves a line once its address is complete, and offers another line’s address', () => {
  const asks = reduceBasket(start(basket([item('a'), item('b')])), {
    kind: 'line',
    id: 'a',
    change: { isGiftAid: true },
  })
  expect(isMissingAddress(basketLinesOf(asks)[0]!, basketData)).toBe(true)
  expect(linesToSave(asks, basketData)).toEqual([])
  expect(reduceBasket(asks, { kind: 'all-saved' }).saving).not.toBe('saved')
  const whole = reduceBasket(asks, { kind: 'line', id: 'a', change: { taxAddress: address } })
  expect(linesToSave(whole, basketData)).toHaveLength(1)
  expect(itemOf(basketLinesOf(whole)[0]!)).toMatchObject({
    isGiftAid: true,
    taxAddress: { FirstName: 'Amina', City: 'Leeds' },
  })
  expect(
    basketLinesOf(reduceBasket(whole, { kind: 'line', id: 'b', change: { isGiftAid: true } }))[1]!.taxAddress,
  ).toMatchObject({
    line1: '1 High Street',
  })
})

test('a deleted amount stays in place and doesn’t block other changes', () => {
  let state = start(basket([item('a'), item('b')], { tipAmount: 640 }))
  state = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 0 } })
  expect(priceOf(state, basketData)).toMatchObject({
    paid: [{ line: { id: 'b' } }],
    emptied: [{ id: 'a' }],
    skipped: [],
  })
  expect(isUnsaved(state, basketData)).toBe(false)
  expect(editOf(reduceBasket(state, { kind: 'preferences', preferences: { newsletter: true } }), basketData)).toEqual({
    newsletter: true,
  })
  expect(reduceBasket(state, { kind: 'all-saved' }).saving).toBe('idle')
  expect(reduceBasket(state, { kind: 'line', id: 'a', change: { isRemoved: true } }).removed).toMatchObject({
    item: { amount: 2000 },
  })
  const typed = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 4500 } })
  expect(linesToSave(typed, basketData)).toHaveLength(1)
})

test('a deleted amount isn’t required for a line that isn’t part of this payment', () => {
  const other = reduceBasket(start(basket([item('a'), item('b', { currency: 'GBP' })])), {
    kind: 'line',
    id: 'b',
    change: { amount: 0 },
  })
  expect(priceOf(other, basketData)).toMatchObject({
    emptied: [],
    skipped: [{ line: { id: 'b' }, reason: 'other-currency' }],
  })
})

test('skips a line stored without an amount, with its reason, and pays the others (S2 §5)', () => {
  const state = start(basket([item('a', { amount: 0, total: 0 }), item('b')]))
  expect(priceOf(state, basketData)).toMatchObject({
    paid: [{ line: { id: 'b' } }],
    emptied: [],
    skipped: [{ line: { id: 'a' }, reason: 'no-amount' }],
  })
  const changed = reduceBasket(state, { kind: 'line', id: 'a', change: { quantity: 2 } })
  expect(linesToSave(changed, basketData)).toEqual([])
})

test('a percentage tip ignores a rejected change until it is corrected', () => {
  let state = start(basket([item('a'), item('b')], { tipAmount: 640 }))
  state = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 999_999_900 } })
  state = reduceBasket(state, { kind: 'failed', errors: { 'amount-a': 'too much' } })
  expect(editOf(state, basketData)).toBeUndefined()
  const mended = reduceBasket(state, { kind: 'line', id: 'a', change: { amount: 3000 } })
  expect(editOf(mended, basketData)).toEqual({ tipAmount: 800 })
})

test('in another currency only its donations are paid, and a custom tip is reset', () => {
  let state = start(basket([item('a'), item('b', { currency: 'GBP' })], { tipAmount: 500 }))
  expect(priceOf(state, basketData).skipped).toMatchObject([{ line: { id: 'b' }, reason: 'other-currency' }])
  state = reduceBasket(state, { kind: 'preferences', preferences: { currency: 'GBP' } })
  expect(priceOf(state, basketData)).toMatchObject({
    paid: [{ line: { id: 'b' } }],
    total: { amount: 2000n, currency: 'GBP' },
  })
  expect(editOf(state, basketData)).toEqual({ currency: 'GBP' })
  expect(
    priceOf(reduceBasket(state, { kind: 'preferences', preferences: { currency: 'EUR' } }), basketData).paid,
  ).toEqual([])
})

test('reports a custom tip that a currency change dropped, but no percentage tip', () => {
  const lost = (state: BasketState, currency: Currency) =>
    tipIsLost(state, reduceBasket(state, { kind: 'preferences', preferences: { currency } }), basketData)
  const both = start(basket([item('a'), item('b', { currency: 'GBP' })]))
  const tipped = (choice: 'other' | '10') => reduceBasket(both, { kind: 'tip', tip: { choice, typed: '5' } })
  expect([
    lost(tipped('other'), 'GBP'),
    lost(tipped('other'), 'EUR'),
    lost(tipped('10'), 'GBP'),
    lost(both, 'GBP'),
  ]).toEqual([true, false, false, false])
  const odd = start(basket([item('a'), item('b', { currency: 'GBP' })], { tipAmount: 333 }))
  expect([lost(odd, 'GBP'), lost(odd, 'USD')]).toEqual([true, false])
})

test('a removed line can be restored, without its confidential fields', () => {
  const out = reduceBasket(start(basket([item('a', { givingLevelNote: 'for my mother' })])), {
    kind: 'line',
    id: 'a',
    change: { isRemoved: true },
  })
  expect(basketLinesOf(out)).toEqual([])
  expect(linesToSave(out, basketData)).toHaveLength(1)
  expect(out.removed).toMatchObject({ name: 'Well a', item: { amount: 2000, givingLevelNote: 'for my mother' } })
  const encrypted = reduceBasket(start(basket([item('a', { hasEncryptedFields: true })])), {
    kind: 'line',
    id: 'a',
    change: { isRemoved: true },
  })
  expect(encrypted.removed).toMatchObject({ item: null, slug: 'well' })
})

test('shows a rejected name until it is changed or hidden', () => {
  const named = (state: BasketState, name: string, enabled = false) =>
    reduceBasket(state, { kind: 'preferences', preferences: { anonymous: { enabled, name, location: '' } } })
  const typed = named(start(basket([item('a')])), '@amina')
  const refused = reduceBasket(typed, {
    kind: 'failed',
    errors: errorsOf({ fields: { 'anonymous.name': 'no' }, message: '', isRetryable: false }, ''),
  })
  expect(refused.errors).toEqual({ customName: 'no' })
  expect(reduceBasket(refused, { kind: 'preferences', preferences: { newsletter: true } }).errors).toEqual({
    customName: 'no',
  })
  const mended = named(refused, 'Amina')
  expect([mended.errors, editOf(mended, basketData)]).toEqual([
    {},
    { anonymous: { enabled: false, name: 'Amina', location: '' } },
  ])
  const hidden = named(refused, '@amina', true)
  expect([hidden.errors, editOf(hidden, basketData)]).toEqual([
    {},
    { anonymous: { enabled: true, name: '', location: '' } },
  ])
})

test('the next change or save clears an error of the whole basket', () => {
  const refused = reduceBasket(start(basket([item('a')])), { kind: 'failed', errors: { basket: 'no' } })
  expect(reduceBasket(refused, { kind: 'preferences', preferences: { currency: 'EUR' } }).errors).toEqual({})
  expect(reduceBasket(refused, { kind: 'all-saved' }).errors).toEqual({})
})

test('offers to restore a removed line until it is restored, and another one removed meanwhile', () => {
  const out = reduceBasket(start(basket([item('a'), item('b')])), {
    kind: 'line',
    id: 'a',
    change: { isRemoved: true },
  })
  expect(reduceBasket(out, { kind: 'put-back', id: 'a' }).removed).toBeNull()
  expect(
    reduceBasket(reduceBasket(out, { kind: 'line', id: 'b', change: { isRemoved: true } }), {
      kind: 'put-back',
      id: 'a',
    }).removed,
  ).toMatchObject({ id: 'b' })
})

test('lists the differences between two prices', () => {
  const before = priceOf(start(basket([item('a'), item('b')])), basketData)
  const after = priceOf(start(basket([item('a', { amount: 5000 }), item('c')])), basketData)
  expect(findDifferences(before, after)).toMatchObject([
    { kind: 'amount', name: 'Well a', from: { amount: 2000n }, to: { amount: 5000n } },
    { kind: 'removed', name: 'Well b' },
    { kind: 'added', name: 'Well c' },
  ])
  expect(findDifferences(before, before)).toEqual([])
})

test('in any basket the prices of the lines add up to the total', () => {
  const line = fc.record({
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    isZakat: fc.boolean(),
    maximizeZakat: fc.boolean(),
    projectId: fc.constantFrom('1', '2'),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 50_000 }),
      (lines, tipAmount) => {
        const price = priceOf(
          start(
            basket(
              lines.map((line, index) => item(String(index), line)),
              { tipAmount },
            ),
          ),
          basketData,
        )
        const sum = price.paid.reduce((total, { quote }) => total + quote.total.amount, 0n)
        expect(sum).toBe(price.total.amount)
        expect(price.gift.amount + price.tip.amount + price.coveredFee.amount).toBe(price.total.amount)
      },
    ),
  )
})

test('undoing an unsaved removal keeps what was typed in the line', () => {
  const begun = start(basket([item('a', { quantity: 2 }), item('b')]))
  const removed = reduceBasket(begun, { kind: 'line', id: 'a', change: { isRemoved: true } })
  expect(removed.removed).toMatchObject({ id: 'a', item: { quantity: 2 } })
  const kept = reduceBasket(reduceBasket(removed, { kind: 'failed', errors: {} }), { kind: 'kept', id: 'a' })
  expect(basketLinesOf(kept).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect(linesToSave(kept, basketData)).toEqual([])
  const typed = reduceBasket(begun, { kind: 'line', id: 'a', change: { quantity: 5 } })
  const again = reduceBasket(reduceBasket(typed, { kind: 'line', id: 'a', change: { isRemoved: true } }), {
    kind: 'kept',
    id: 'a',
  })
  expect(linesToSave(again, basketData)).toEqual([['a', { quantity: 5 }]])
  const emptied = reduceBasket(begun, { kind: 'line', id: 'a', change: { amount: 0 } })
  expect(
    basketLinesOf(
      reduceBasket(reduceBasket(emptied, { kind: 'line', id: 'a', change: { isRemoved: true } }), {
        kind: 'kept',
        id: 'a',
      }),
    )[0],
  ).toMatchObject({ amount: 2000 })
})

test('merging a line into one that is being edited loses no quantity [baskets-2]', () => {
  let state = start(basket([item('a'), item('b', { amount: 3000 })]))
  state = reduceBasket(state, { kind: 'line', id: 'b', change: { amount: 2000 } })
  state = reduceBasket(state, { kind: 'line', id: 'a', change: { quantity: 2 } })
  const joined = basket([item('a', { quantity: 2 })], { version: 2 })
  state = reduceBasket(state, { kind: 'saved', basket: joined, line: { id: 'b', change: state.changes.b! } })
  expect(linesToSave(state, basketData)).toEqual([['a', { quantity: 3 }]])
})

test('a change refused while the basket is being paid is reverted, explained and not sent again', () => {
  const typed = reduceBasket(start(basket([item('a')])), { kind: 'line', id: 'a', change: { amount: 3000 } })
  const tipped = reduceBasket(typed, { kind: 'tip', tip: { choice: '16' } })
  const saved = basket([item('a')], { version: 2, tipAmount: 200 })
  const reverted = reduceBasket(tipped, { kind: 'not-applied', basket: saved, basketData, message: 'Not saved.' })
  expect(reverted).toMatchObject({
    changes: {},
    saving: 'failed',
    errors: { basket: 'Not saved.' },
    basket: { version: 2 },
  })
  expect([
    basketLinesOf(reverted)[0]!.amount,
    tipOfState(reverted, basketData).amount,
    isUnsaved(reverted, basketData),
  ]).toEqual([2000, 200n, false])
  const untipped = reduceBasket(tipped, {
    kind: 'not-applied',
    basket: basket([item('a')]),
    basketData,
    message: 'Not saved.',
  })
  expect([tipOfState(untipped, basketData).amount, untipped.tip.choice, isUnsaved(untipped, basketData)]).toEqual([
    0n,
    '0',
    false,
  ])
})
