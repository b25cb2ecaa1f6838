import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStoredAddress, aSentAddress } from '#modules/platform/addresses/testing.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { type DonationOrder, decryptFields } from '#modules/money/giving/index.ts'
import { aGuest, aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/** The fields of S2 §3 "Basket checkout payload", its line and "Basket edit payload" in their order. */
const specified = {
  checkout:
    'saveCard, paymentMethod, profileReceiveUpdates, giftAid, browserInfo, lineItems, CustomName, cardID, guest, tokens, billingAddress, reCaptcha',
  line: `projectID, amount, feeAmount, currency, anonymous, receiveUpdates, giftAid, zakah, referredDonor, shareAddress, name, location, rewardID, rewardEmail, note,
    rewardCount, shippingAddress, taxAddress`,
  edit: 'tipAmount, anonymous, paymentMethodId, currency, newsletter',
}
const fieldsOf = (list: string) => list.split(/,\s*/)

let installation: TestApp
let campaign: { id: bigint }
let other: { id: bigint }
/** A level that asks for every possible field. */
let level: { id: bigint }
let plain: { id: bigint }
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  // Other tests check who owns these codes (modules/organizers/referrals).
  Object.assign(installation.app, { referralCounts: async () => true })
  campaign = await aCampaign(installation.app, { zakat_verified: true, gift_aid: true })
  other = await aCampaign(installation.app)
  level = await aLevel(installation.app, campaign.id, {
    amount: 2500n,
    include_note: true,
    include_email: true,
    require_shipping: true,
    require_emergency_contact: true,
    require_medical: true,
  })
  plain = await aLevel(installation.app, campaign.id, { amount: 2500n })
})
afterAll(() => installation.close())

let keys = 0
async function ask(method: 'POST' | 'PATCH', path: string, token: string | undefined, payload: object) {
  const answer = await installation.fastify.inject({
    method,
    url: `/v4/checkout/${path}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${(keys += 1)}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload,
  })
  return {
    status: answer.statusCode,
    body: answer.json() as { id: string; token: string; intentId?: string; fields?: Record<string, string> },
  }
}

const wellItem = () => ({
  projectId: String(campaign.id),
  amount: 2500,
  currency: 'GBP',
  quantity: 2,
  isZakat: true,
  givingLevelId: String(level.id),
})
const contact = { emergencyContact: { name: 'Bilal Saleh', phone: '+441134960000' }, medicalInformation: 'None known' }
const edit = {
  tipAmount: 700,
  anonymous: { enabled: false, name: 'A family', location: 'York' },
  paymentMethodId: null,
  currency: 'GBP',
  newsletter: true,
}

async function aBasket(who = 'guest', session?: string) {
  const { id, token } = (await ask('POST', `${who}/baskets`, session, { currency: 'GBP' })).body
  const path = `${who}/baskets/${id}`
  for (const item of [
    { ...wellItem(), ...contact, givingLevelNote: 'Said first', shippingAddress: aSentAddress('1 First Street') },
    { projectId: String(other.id), amount: 2000, currency: 'GBP' },
  ])
    expect((await ask('POST', `${path}/items`, session ?? token, { item })).status).toBe(200)
  return { id, path, token: session ?? token }
}

async function stored(intentId: string) {
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()
  const intent = await installation.app.db
    .selectFrom('payments.intent')
    .selectAll()
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  const attempt = await installation.app.db
    .selectFrom('payments.attempt')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  return { intent, attempt, order: intent.order_details as DonationOrder, one: donations[0]!, two: donations[1]! }
}

const browserInfo = {
  language: 'ar',
  colorDepth: 24,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: -60,
  javaEnabled: false,
  javaScriptEnabled: true,
}
const line = () => ({
  projectID: String(campaign.id),
  amount: '25',
  feeAmount: '5.00',
  currency: 'GBP',
  anonymous: true,
  receiveUpdates: true,
  giftAid: false,
  zakah: true,
  referredDonor: 'TeamHuda',
  shareAddress: true,
  name: 'Umm Bilal',
  location: 'Leeds',
  rewardID: String(level.id),
  rewardEmail: 'level@example.org',
  note: 'For my mother',
  rewardCount: 2,
  shippingAddress: aSentAddress('3 Shipping Street'),
  taxAddress: aSentAddress('1 Tax Street'),
})
const secondLine = () => ({ projectID: String(other.id), amount: '20', currency: 'GBP' })

test('a guest pays for a basket with their token alone and receives the receipt [S2 §3]', async () => {
  const [basket, guest] = [
    await aBasket(),
    await aGuest(installation.app, { email: 'made-before@example.org', name: 'Maryam Flow' }),
  ]
  const paid = await ask('POST', `${basket.path}/checkout`, basket.token, {
    guest,
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  const { one, two } = await stored(paid.body.intentId!)
  for (const donation of [one, two])
    expect(donation).toMatchObject({ guest_id: guest.id, email: 'made-before@example.org', name: 'Maryam Flow' })
})

test('every field of the basket checkout payload and its lines is accepted and stored [S2 §3]', async () => {
  const [basket, known] = [await aBasket(), await aGuest(installation.app)]
  expect((await ask('PATCH', basket.path, basket.token, edit)).status).toBe(200)
  const payload = {
    saveCard: false,
    paymentMethod: 'card',
    profileReceiveUpdates: true,
    giftAid: false,
    browserInfo,
    lineItems: [line(), { ...secondLine(), name: 'Abu Bilal' }],
    CustomName: 'A sister',
    guest: { id: known.id, token: known.token, email: 'huda@example.org', name: 'Huda Saleh' },
    tokens: [{ type: 'card', token: 'pm_card_visa', digest: 'sha256-of-the-token' }],
    billingAddress: aSentAddress('2 Billing Street'),
    reCaptcha: 'not asked for',
    providerSpecific: { device_session: 'ds-17' },
  }
  const paid = await ask('POST', `${basket.path}/checkout`, basket.token, payload)
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  const { intent, attempt, order, one, two } = await stored(paid.body.intentId!)

  const { token, viewer } = await aSession(installation.app)
  const saved = await aCard(installation.app, viewer)
  const theirs = await aBasket(viewer.accountId, token)
  const withCard = await ask('POST', `${theirs.path}/checkout`, token, { cardID: saved.id, saveCard: true })
  expect(withCard.status, JSON.stringify(withCard.body)).toBe(200)
  const saving = await stored(withCard.body.intentId!)

  const checkout: Readonly<Record<string, readonly [read: unknown, wrote: unknown]>> = {
    saveCard: [
      [one.save_card, saving.one.save_card],
      [false, true],
    ],
    paymentMethod: [
      [one.payment_method, attempt.method],
      ['card', 'card'],
    ],
    profileReceiveUpdates: [
      [one.newsletter, two.newsletter, saving.one.newsletter],
      [true, true, false],
    ],
    giftAid: [
      [one.gift_aid, two.gift_aid],
      [false, false],
    ],
    browserInfo: [order.browser, browserInfo],
    lineItems: [order.lines.map(({ campaignId }) => campaignId), [String(campaign.id), String(other.id)]],
    CustomName: [order.otherNames, { customName: 'A sister' }],
    cardID: [saving.order.cardId, saved.id],
    guest: [
      [one.guest_id, one.email, one.name],
      [known.id, 'huda@example.org', 'Huda Saleh'],
    ],
    tokens: [order.tokens, payload.tokens],
    billingAddress: [
      [one.billing_address, two.billing_address],
      [aStoredAddress('2 Billing Street'), aStoredAddress('2 Billing Street')],
    ],
    // The proof isn't stored; if one is required, it is marked as used (`payments.used_proof`).
    reCaptcha: [JSON.stringify(order).includes('not asked for'), false],
  }
  const lines: typeof checkout = {
    projectID: [
      [one.campaign_id, two.campaign_id],
      [campaign.id, other.id],
    ],
    amount: [
      [one.gift, two.gift],
      [5000n, 2000n],
    ],
    feeAmount: [
      [one.tip, two.tip],
      [500n, 200n],
    ],
    currency: [
      [one.currency, intent.currency],
      ['GBP', 'GBP'],
    ],
    anonymous: [
      [one.is_anonymous, two.is_anonymous],
      [true, false],
    ],
    receiveUpdates: [
      [one.receive_updates, two.receive_updates],
      [true, false],
    ],
    giftAid: [one.gift_aid, false],
    zakah: [
      [one.is_zakat, two.is_zakat],
      [true, false],
    ],
    referredDonor: [
      [one.referred_donor, two.referred_donor],
      ['TeamHuda', null],
    ],
    shareAddress: [
      [one.share_address, two.share_address],
      [true, false],
    ],
    name: [
      [one.custom_name, two.custom_name],
      ['Umm Bilal', 'Abu Bilal'],
    ],
    location: [
      [one.location, two.location],
      ['Leeds', 'York'],
    ],
    rewardID: [
      [one.level_id, two.level_id],
      [level.id, null],
    ],
    rewardEmail: [one.level_email, 'level@example.org'],
    note: [
      [one.note, saving.one.note],
      ['For my mother', 'Said first'],
    ],
    rewardCount: [
      [one.quantity, two.quantity],
      [2, 1],
    ],
    shippingAddress: [one.shipping_address, aStoredAddress('3 Shipping Street')],
    taxAddress: [one.tax_address, aStoredAddress('1 Tax Street')],
  }
  expect([Object.keys(checkout), Object.keys(lines)]).toEqual([fieldsOf(specified.checkout), fieldsOf(specified.line)])
  for (const [field, [read, wrote]] of [...Object.entries(checkout), ...Object.entries(lines)])
    expect({ [field]: read }).toEqual({ [field]: wrote })
  expect(order.providerSpecific).toEqual({ device_session: 'ds-17' })
  expect(decryptFields(installation.app.fieldKey, one.encrypted_fields!)).toEqual(contact)
})

test('a note that a line’s level doesn’t ask for is refused, other fields aren’t stored [content-9]', async () => {
  const { token, viewer } = await aSession(installation.app)
  const { id } = (await ask('POST', `${viewer.accountId}/baskets`, token, { currency: 'GBP' })).body
  const path = `${viewer.accountId}/baskets/${id}`
  const answers = { givingLevelNote: 'Unasked', givingLevelEmail: 'unasked@example.org' }
  const values = { shippingAddress: aSentAddress('9 Unasked Street'), ...contact }
  const withLevel = { ...wellItem(), givingLevelId: String(plain.id), ...values }
  const refused = await ask('POST', `${path}/items`, token, { item: { ...withLevel, ...answers } })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringMatching(/item\.givingLevelNote.*item\.givingLevelEmail/),
  ])
  for (const item of [withLevel, { projectId: String(other.id), amount: 2000, currency: 'GBP', ...values, ...answers }])
    expect(await ask('POST', `${path}/items`, token, { item })).toMatchObject({ status: 200 })
  const { lines } = await installation.app.db
    .selectFrom('baskets.basket')
    .select('lines')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(lines)).not.toMatch(/nasked/)
  expect((lines as { encryptedFields: string | null }[]).map(({ encryptedFields }) => encryptedFields)).toEqual([
    null,
    null,
  ])
  // Such fields of the checkout aren't stored either.
  const paid = await ask('POST', `${path}/checkout`, token, {
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    lineItems: [
      { ...line(), rewardID: String(plain.id), feeAmount: undefined, note: undefined, rewardEmail: undefined },
      { ...secondLine(), note: 'Unasked', shippingAddress: aSentAddress('9 Unasked Street') },
    ],
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  const { one, two } = await stored(paid.body.intentId!)
  for (const donation of [one, two])
    expect([donation.note, donation.level_email, donation.shipping_address, donation.encrypted_fields]).toEqual([
      null,
      null,
      null,
      null,
    ])
})

test('every field of the basket edit payload is accepted and stored [S2 §3]', async () => {
  const session = await aSession(installation.app)
  const { id: cardId } = await aCard(installation.app, session.viewer)
  const { id, path, token } = await aBasket(session.viewer.accountId, session.token)
  const sent = { ...edit, paymentMethodId: cardId, anonymous: { ...edit.anonymous, enabled: true } }
  expect((await ask('PATCH', path, token, sent)).status).toBe(200)
  const row = await installation.app.db
    .selectFrom('baskets.basket')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows: Readonly<Record<string, readonly [read: unknown, wrote: unknown]>> = {
    tipAmount: [row.tip, 700n],
    anonymous: [
      [row.is_anonymous, row.display_name, row.display_place],
      [true, 'A family', 'York'],
    ],
    paymentMethodId: [row.payment_method_id, cardId],
    currency: [row.currency, 'GBP'],
    newsletter: [row.newsletter, true],
  }
  expect(Object.keys(rows)).toEqual(fieldsOf(specified.edit))
  for (const [field, [read, wrote]] of Object.entries(rows)) expect({ [field]: read }).toEqual({ [field]: wrote })
})

test('only a saved card of the account is accepted as payment method, and null removes it [S2 §3]', async () => {
  const [owner, another] = [await aSession(installation.app), await aSession(installation.app)]
  const { id: theirs } = await aCard(installation.app, another.viewer)
  const baskets = [await aBasket(owner.viewer.accountId, owner.token), await aBasket()]
  for (const { path, token } of baskets)
    for (const paymentMethodId of ['nonsense', theirs]) {
      const { status, body } = await ask('PATCH', path, token, { paymentMethodId })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['paymentMethodId']])
    }
  for (const { path, token } of baskets)
    expect((await ask('PATCH', path, token, { paymentMethodId: null })).status).toBe(200)
})

test.each<[string, { readonly of?: object; readonly [field: string]: unknown }]>([
  ['billingAddress.Country', { billingAddress: { ...aSentAddress('1 High Street'), Country: 'x1' } }],
  ['CustomName', { CustomName: '=cmd|A1' }],
  ['tokens.0.token', { tokens: [{ type: 'card', token: '4242424242424242' }] }],
  [
    'lineItems.0.taxAddress.LastName',
    { of: { taxAddress: { ...aSentAddress('1 High Street'), LastName: '@SUM(A1)' } } },
  ],
  [
    'lineItems.0.shippingAddress.Country',
    { of: { shippingAddress: { ...aSentAddress('1 High Street'), Country: '??' } } },
  ],
])(
  "])('an error in %s at a checkout is reported at it, and nothing is claimed', async (field, wrong) => {",
  async (field, wrong) => {
    const { path, token } = await aBasket()
    const { of, ...payload } = wrong
    const refused = await ask('POST', `${path}/checkout`, token, {
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      ...payload,
      ...(of ? { lineItems: [{ ...line(), feeAmount: undefined, ...of }, secondLine()] } : {}),
    })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    expect(refused.body.fields![field]).toMatch(/ /)
  },
)
