import { expect, test } from 'vitest'
import { dropHiddenFields } from './checkout-quote.ts'
import { permitsGiftAid } from './checkout-amounts.ts'
import { reduceForm, type CheckoutChange, withOfferedTip } from './checkout-reducer.ts'
import type { CheckoutData, Form } from './checkout-state.ts'
import { checkCheckoutForm } from './checkout-validation.ts'
import { donatePayloadOf } from './checkout-payload.ts'
import { presetTip, initialForm } from '../donation-data.ts'

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

const checkoutData: CheckoutData = {
  campaignId: '7',
  currency: 'USD',
  minimumDonation: null,
  zakatVerified: false,
  giftAid: false,
  taxReceiptCountries: [],
  tipsEnabled: false,
  country: 'US',
  zakatVariant: 'maximize',
  zakatEligibleBps: 10_000,
  zakatFees: 'zakat',
  fee: { version: '2026-11', ppm: 29_000, fixed: 30 },
  isSignedIn: false,
  levels: [
    aLevel(),
    aLevel({
      id: '2',
      includeNote: true,
      includeEmail: true,
      requireShipping: true,
      requireEmergencyContact: true,
      requireMedical: true,
    }),
    aLevel({ id: '3', amount: 2_000_000 }),
  ],
}
const aForm = (over: Partial<Form> = {}): Form => ({
  ...initialForm(checkoutData, { amount: '20', email: 'amina@example.org' }),
  email: 'amina@example.org',
  name: 'Amina Yusuf',
  ...over,
})
const choose = (form: Form, levelId: string) =>
  reduceForm(form, {
    field: 'level',
    value: levelId,
    currency: 'USD',
    amount: checkoutData.levels.find(({ id }) => id === levelId)?.amount ?? 0,
  })
const sent = (form: Form) =>
  donatePayloadOf(form, checkoutData, {
    token: { id: 'tok', provider: 'sandbox' },
    quoteHash: '',
    userId: 'amina',
    source: null,
    code: null,
    browserInfo: {},
  })
const ofLevels = ['note', 'rewardEmail', 'shippingAddress', 'emergencyContact', 'medicalInformation'] as const
const asksFor = (payload: object) => ofLevels.filter((field) => field in payload)

/** Input for a level with all fields, half of it invalid. */
const halfTyped: Partial<Form> = {
  note: 'For Yusuf',
  levelEmail: 'amina@',
  emergencyContact: { name: 'Bilal', phone: '', relationship: '' },
  medicalInformation: 'Asthma 4242 4242 4242 4242',
  shippingAddress: { line1: '1 High Street' },
}

test('ignores the fields of a level that is no longer chosen, and restores them when it is chosen again', () => {
  const typed = { ...choose(aForm(), '2'), ...halfTyped }
  expect(Object.keys(checkCheckoutForm(typed, checkoutData)).length).toBeGreaterThan(4)
  for (const form of [choose(typed, ''), choose(typed, '1')]) {
    expect(checkCheckoutForm(form, checkoutData)).toEqual({})
    expect(asksFor(sent(form))).toEqual([])
    expect(choose(form, '2')).toMatchObject(halfTyped)
  }
})

test('sends a signed-in donor’s email to the organizer only for a level that asks for it', () => {
  expect(asksFor(sent(aForm()))).toEqual([])
  expect(asksFor(sent(choose(aForm(), '1')))).toEqual([])
  const asking = {
    ...choose(aForm(), '2'),
    note: ' For Yusuf ',
    emergencyContact: { name: 'Bilal', phone: '+44', relationship: '' },
    medicalInformation: 'None',
    shippingAddress: { country: 'US' },
  }
  expect(asksFor(sent(asking))).toEqual(ofLevels)
  expect(sent(asking)).toMatchObject({ rewardEmail: 'amina@example.org', note: 'For Yusuf' })
})

test('an anonymous donation has no public name and place, even if they were typed', () => {
  const wrong = aForm({ customName: '=cmd|A1', location: '4242 4242 4242 4242' })
  expect(Object.keys(checkCheckoutForm(wrong, checkoutData))).toEqual(['customName', 'location'])
  expect(checkCheckoutForm({ ...wrong, isAnonymous: true }, checkoutData)).toEqual({})
  expect(Object.keys(sent({ ...wrong, isAnonymous: true }))).not.toContain('CustomName')
  expect(Object.keys(sent({ ...wrong, isAnonymous: true }))).not.toContain('location')
})

test('the notice about sharing the address is shown only while the address is requested', () => {
  expect(sent(aForm({ shareAddress: true })).shareAddress).toBe(false)
  expect(dropHiddenFields(aForm({ shareAddress: true, giftAid: true }), checkoutData).shareAddress).toBe(true)
})

test('the error of a level’s amount is shown at the quantity, which can be changed', () => {
  expect(Object.keys(checkCheckoutForm({ ...choose(aForm(), '3'), quantity: 2 }, checkoutData))).toEqual(['quantity'])
  expect(Object.keys(checkCheckoutForm(aForm({ amount: '0' }), checkoutData))).toEqual(['amount'])
})

test('copies the donor’s name to the addresses until a different one is typed there', () => {
  const type = (form: Form, changes: readonly CheckoutChange[]) => changes.reduce(reduceForm, form)
  const typed = ['A', 'Amina', 'Amina bint Yusuf'].map((value): CheckoutChange => ({ field: 'name', value }))
  const named = type(aForm({ name: '' }), typed)
  expect(named).toMatchObject({
    taxAddress: { country: 'US', firstName: 'Amina bint', lastName: 'Yusuf' },
    shippingAddress: { name: 'Amina bint Yusuf' },
  })
  const own = type(named, [
    { field: 'taxAddress', value: { ...named.taxAddress, firstName: 'Mina' } },
    { field: 'shippingAddress', value: { ...named.shippingAddress, name: 'A neighbour' } },
    { field: 'name', value: 'Huda Saleh' },
  ])
  expect(own).toMatchObject({
    taxAddress: { firstName: 'Mina', lastName: 'Yusuf' },
    shippingAddress: { name: 'A neighbour' },
  })
  // A name typed in the address first is kept too.
  const before = type(aForm({ name: '' }), [
    { field: 'taxAddress', value: { firstName: 'Mina', lastName: 'Y' } },
    ...typed,
  ])
  expect(before.taxAddress).toEqual({ firstName: 'Mina', lastName: 'Y' })
})

test('a known guest’s email and name fill empty fields only, and can be removed', () => {
  const fill = (form: Form, email: string, name: string) =>
    reduceForm(form, { field: 'contact', value: { email, name } })
  const empty = aForm({ email: '', name: '' })
  expect(fill(empty, 'huda@example.org', 'Huda Saleh')).toMatchObject({
    email: 'huda@example.org',
    name: 'Huda Saleh',
    taxAddress: { firstName: 'Huda', lastName: 'Saleh' },
  })
  expect(fill(aForm({ name: '' }), 'huda@example.org', 'Huda Saleh')).toMatchObject({ name: '' })
  expect(fill(fill(empty, 'huda@example.org', 'Huda Saleh'), '', '')).toMatchObject({ email: '', name: '' })
})

test('where no tip may be preselected, a link can preset no tip only (amounts-8)', () => {
  const offered = (link: string | undefined, policy: 'preselected' | 'ask' | 'zero') =>
    presetTip(link, policy).tipOffered
  expect(offered('3', 'preselected')).toEqual({ choice: 'other', typed: '3' })
  expect([offered('3', 'ask').choice, offered('3', 'zero').choice]).toEqual(['', '0'])
  for (const policy of ['preselected', 'ask', 'zero'] as const) expect(offered('0', policy).choice).toBe('0')
})

test.each(['preselected', 'ask', 'zero'] as const)(
  'zakat has no tip until the donor chooses one, even if tips are %s [amounts-9]',
  (policy) => {
    const begin = (over: Partial<Form> = {}, link?: string) =>
      withOfferedTip({ ...aForm(over), ...presetTip(link, policy) })
    const tick = (form: Form, value: boolean) => reduceForm(form, { field: 'isZakat', value })
    const offered = begin().tipChoice
    expect(tick(begin(), true).tipChoice).toBe('0')
    expect(tick(tick(begin(), true), false).tipChoice).toBe(offered)
    expect(begin({ isZakat: true }).tipChoice).toBe('0')
    expect(begin({ isZakat: true }, '8').tipChoice).toBe('0')
    // A value from this browser's storage doesn't count as chosen either.
    const remembered = reduceForm(tick(begin(), true), { field: 'tipOffered', value: { choice: '10', typed: '0' } })
    expect([remembered.tipChoice, tick(remembered, false).tipChoice]).toEqual(['0', '10'])
    const chosen = tick(reduceForm(begin(), { field: 'tipChoice', value: '5' }), true)
    expect([chosen.tipChoice, tick(chosen, false).tipChoice]).toEqual(['5', '5'])
  },
)

test('benefits of the tax year permit Gift Aid up to £2,500 together [gift-aid-11]', () => {
  const pounds = { ...checkoutData, currency: 'GBP' as const, levels: [aLevel({ amount: 20_000, benefitValue: 5_00 })] }
  const form = aForm({ levelId: '1' })
  expect(permitsGiftAid(form, pounds)).toBe(true)
  expect(permitsGiftAid(form, { ...pounds, giftAidBenefits: 2_495_00 })).toBe(true)
  expect(permitsGiftAid(form, { ...pounds, giftAidBenefits: 2_495_01 })).toBe(false)
  expect(permitsGiftAid(aForm(), { ...pounds, giftAidBenefits: 9_999_00 })).toBe(true)
})
