import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStoredAddress, aSentAddress } from '#modules/platform/addresses/testing.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { aGuest, aSession } from '#modules/platform/identity/testing.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { solvedProof } from '#modules/money/payments/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { unpaidAttemptsMax } from './payment/card-testing.ts'
import { withoutDonor } from './erasure/erase-donations.ts'
import type { DonationOrder } from './order/order.ts'
import { decryptFields } from './erasure/encrypted-fields.ts'

/** The fields of S2 §3 "Donation payload" in its order, including those of `tokens`, `guest` and contract-6. */
const specified =
  `reCaptcha, saveCard, paymentMethod, anonymous, amount, feeAmount, profileReceiveUpdates, receiveUpdates, giftAid, zakah, taxAddress, shareAddress,
  referredDonor, name, location, CustomName, currency, browserInfo, providerSpecific, cardID, tokens, billingAddress, rewardID, rewardCount, rewardEmail, note,
  shippingAddress, emergencyContact, medicalInformation, guest`.split(/,\s*/)

let installation: TestApp
let campaign: { id: bigint }
let level: { id: bigint }
/** A level that asks for some fields and has a benefit value. */
let worth: { id: bigint }
/** A level that asks for every possible field. */
let asking: { id: bigint }
let medical: { id: bigint }
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  // Ownership of these codes is tested elsewhere (modules/organizers/referrals).
  Object.assign(installation.app, { referralCounts: async () => true })
  campaign = await aCampaign(installation.app, { zakat_verified: true, gift_aid: true })
  level = await aLevel(installation.app, campaign.id, { amount: 2500n })
  worth = await aLevel(installation.app, campaign.id, { include_email: true, require_note: true, benefit_value: 100n })
  asking = await aLevel(installation.app, campaign.id, {
    amount: 2500n,
    include_note: true,
    include_email: true,
    require_shipping: true,
    require_emergency_contact: true,
    require_medical: true,
  })
  medical = await aLevel(installation.app, campaign.id, { amount: 2500n, require_medical: true })
})
afterAll(() => installation.close())

type Answered = {
  code?: string
  fields?: Record<string, string>
  proof?: ProofChallenge
  intentId?: string
  status?: string
}
let keys = 0
async function submit(
  payload: object,
  { token, ip = '192.0.2.9', key }: { token?: string; ip?: string; key?: string } = {},
) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaign.id}`,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key ?? `key-${(keys += 1)}`,
      'session-id': 'a visit',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: { amount: String(20 + keys), currency: 'GBP', tokens: card, ...payload },
  })
  return { status: answer.statusCode, result: answer.json().result as Answered }
}

async function stored(intentId: string | undefined) {
  const donation = await installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('intent_id', '=', intentId!)
    .executeTakeFirstOrThrow()
  const intent = await installation.app.db
    .selectFrom('payments.intent')
    .selectAll()
    .where('id', '=', intentId!)
    .executeTakeFirstOrThrow()
  const attempt = await installation.app.db
    .selectFrom('payments.attempt')
    .selectAll()
    .where('intent_id', '=', intentId!)
    .executeTakeFirstOrThrow()
  const declarations = await installation.app.db
    .selectFrom('giving.gift_aid_declaration')
    .selectAll()
    .where('donation_id', '=', donation.id)
    .execute()
  const encryptedFields = donation.encrypted_fields
    ? decryptFields(installation.app.fieldKey, donation.encrypted_fields)
    : {}
  const proofs = await installation.app.db.selectFrom('payments.used_proof').select('salt').execute()
  return {
    donation,
    intent,
    attempt,
    declarations,
    encryptedFields,
    proofs,
    order: intent.order_details as DonationOrder,
  }
}
const paid = async (payload: object, as: Parameters<typeof submit>[1] = {}) => {
  const answered = await submit(payload, as)
  expect(answered, JSON.stringify(answered)).toMatchObject({ status: 200, result: { status: 'succeeded' } })
  return stored(answered.result.intentId)
}

const card = [{ type: 'card', token: 'pm_card_visa' }]

/** Solves the proof of work for one attempt, after the number of declined cards from which one is required. */
async function aProof(ip: string, key: string): Promise<string> {
  for (let refused = 0; refused < unpaidAttemptsMax; refused++)
    await submit({ tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }] }, { ip })
  return solvedProof((await submit({}, { ip, key })).result.proof!)
}

const everything = {
  paymentMethod: 'card',
  anonymous: true,
  feeAmount: '3.21',
  profileReceiveUpdates: true,
  receiveUpdates: true,
  giftAid: false,
  zakah: true,
  taxAddress: aSentAddress('1 Tax Street'),
  shareAddress: true,
  referredDonor: 'TeamHuda',
  name: 'Umm Bilal',
  location: 'Leeds',
  CustomName: 'A sister',
  browserInfo: {
    language: 'ar',
    colorDepth: 24,
    screenHeight: 844,
    screenWidth: 390,
    timeZoneOffset: -60,
    javaEnabled: false,
    javaScriptEnabled: true,
  },
  providerSpecific: { device_session: 'ds-17' },
  tokens: [{ type: 'card', token: 'pm_card_visa', digest: 'sha256-of-the-token' }],
  billingAddress: aSentAddress('2 Billing Street'),
  rewardCount: 2,
  rewardEmail: 'level@example.org',
  note: 'For my mother',
  shippingAddress: aSentAddress('3 Shipping Street'),
  emergencyContact: { name: 'Bilal Saleh', phone: '+441134960000', relationship: 'brother' },
  medicalInformation: 'None known',
}

test('every field of the donation payload is accepted and stored [S2 §3]', async () => {
  const ip = '192.0.2.77'
  const key = 'worked for'
  const [proof, known] = [await aProof(ip, key), await aGuest(installation.app)]
  const guest = { id: known.id, token: known.token, email: 'huda@example.org', name: 'Huda Saleh' }
  const one = await paid(
    { ...everything, amount: '25', rewardID: String(asking.id), guest, reCaptcha: proof },
    { ip, key },
  )
  const { token, viewer } = await aSession(installation.app, { firstName: 'Huda', lastName: 'Saleh' })
  const saved = await aCard(installation.app, viewer)
  const aided = await paid({ giftAid: true, taxAddress: aSentAddress('4 Aided Street'), saveCard: true }, { token })
  const withCard = await paid({ tokens: [], cardID: saved.id }, { token })

  const rows: Readonly<Record<string, readonly [read: unknown, wrote: unknown]>> = {
    reCaptcha: [one.proofs, [{ salt: (JSON.parse(atob(proof)) as ProofChallenge).salt }]],
    saveCard: [
      [one.donation.save_card, aided.donation.save_card],
      [false, true],
    ],
    paymentMethod: [
      [one.donation.payment_method, one.attempt.method],
      ['card', 'card'],
    ],
    anonymous: [
      [one.donation.is_anonymous, aided.donation.is_anonymous],
      [true, false],
    ],
    amount: [one.donation.gift, 5000n],
    feeAmount: [one.donation.tip, 321n],
    profileReceiveUpdates: [
      [one.donation.newsletter, aided.donation.newsletter],
      [true, false],
    ],
    receiveUpdates: [
      [one.donation.receive_updates, aided.donation.receive_updates],
      [true, false],
    ],
    giftAid: [
      [one.donation.gift_aid, aided.donation.gift_aid, aided.declarations.length, one.declarations.length],
      [false, true, 1, 0],
    ],
    zakah: [
      [one.donation.is_zakat, aided.donation.is_zakat],
      [true, false],
    ],
    taxAddress: [
      [one.donation.tax_address, aided.declarations[0]!.address],
      [aStoredAddress('1 Tax Street'), aStoredAddress('4 Aided Street')],
    ],
    shareAddress: [
      [one.donation.share_address, aided.donation.share_address],
      [true, false],
    ],
    referredDonor: [one.donation.referred_donor, 'TeamHuda'],
    name: [one.order.otherNames, { name: 'Umm Bilal' }],
    location: [one.donation.location, 'Leeds'],
    CustomName: [one.donation.custom_name, 'A sister'],
    currency: [
      [one.donation.currency, one.intent.currency],
      ['GBP', 'GBP'],
    ],
    browserInfo: [one.order.browser, everything.browserInfo],
    providerSpecific: [one.order.providerSpecific, { device_session: 'ds-17' }],
    cardID: [withCard.order.cardId, saved.id],
    tokens: [one.order.tokens, everything.tokens],
    billingAddress: [one.donation.billing_address, aStoredAddress('2 Billing Street')],
    rewardID: [one.donation.level_id, asking.id],
    rewardCount: [one.donation.quantity, 2],
    rewardEmail: [one.donation.level_email, 'level@example.org'],
    note: [one.donation.note, 'For my mother'],
    shippingAddress: [one.donation.shipping_address, aStoredAddress('3 Shipping Street')],
    emergencyContact: [one.encryptedFields.emergencyContact, everything.emergencyContact],
    medicalInformation: [one.encryptedFields.medicalInformation, 'None known'],
    guest: [
      [one.donation.guest_id, one.donation.email, one.donation.name],
      [known.id, 'huda@example.org', 'Huda Saleh'],
    ],
  }
  expect(Object.keys(rows)).toEqual(specified)
  for (const [field, [read, wrote]] of Object.entries(rows)) expect({ [field]: read }).toEqual({ [field]: wrote })
})

test('a field that isn’t sent isn’t stored', async () => {
  const { order, donation } = await paid({})
  for (const absent of ['providerSpecific', 'cardId', 'otherNames', 'mandateVersion'])
    expect(Object.keys(order)).not.toContain(absent)
  expect(order.tokens).toEqual(card)
  expect(order.browser).toBeNull()
  for (const column of [
    'tax_address',
    'shipping_address',
    'billing_address',
    'encrypted_fields',
    'custom_name',
    'note',
    'level_email',
    'location',
  ] as const)
    expect([column, donation[column]]).toEqual([column, null])
})

test('a note or email that the chosen level doesn’t ask for is refused, other fields aren’t stored [content-9]', async () => {
  const { rewardCount: _, note, rewardEmail, ...sent } = everything
  const refused = await submit({ ...sent, note, rewardEmail, rewardID: String(level.id) })
  expect([refused.status, Object.keys(refused.result.fields ?? {})]).toEqual([400, ['note', 'rewardEmail']])
  for (const [index, chosen] of [{ rewardID: String(level.id) }, { note, rewardEmail }].entries()) {
    const { donation, order } = await paid({
      ...sent,
      amount: String(60 + index),
      ...chosen,
      guest: { email: 'unasked@example.org', name: 'Huda Saleh' },
    })
    for (const column of ['note', 'level_email', 'shipping_address', 'encrypted_fields'] as const)
      expect([column, donation[column]]).toEqual([column, null])
    expect(JSON.stringify(order)).not.toMatch(/For my mother|level@example|Shipping Street/)
  }
  const { encryptedFields } = await paid({ ...sent, rewardID: String(medical.id) })
  expect(encryptedFields).toEqual({ medicalInformation: 'None known' })
})

test.each([
  ['donor and public name, if only `name` is sent', { name: 'Umm Bilal' }, { name: 'Umm Bilal', custom_name: null }],
  [
    'the public name, if the guest has a name of their own',
    { name: 'Umm Bilal', guest: { name: 'Huda Saleh' } },
    { name: 'Huda Saleh', custom_name: 'Umm Bilal' },
  ],
  [
    'stored once, if both are the same',
    { name: 'Huda Saleh', guest: { name: 'Huda Saleh' } },
    { name: 'Huda Saleh', custom_name: null },
  ],
  [
    'the donor’s, if the guest’s is empty',
    { name: 'Umm Bilal', guest: { email: 'huda@example.org', name: '' } },
    { name: 'Umm Bilal', custom_name: null },
  ],
])('a name is %s', async (_, payload, names) => {
  expect((await paid(payload)).donation).toMatchObject(names)
})

test('a guest token, in the payload or as bearer, adds the guest’s email and name [S2 §3]', async () => {
  const { id, token, type } = await aGuest(installation.app, { email: 'made-before@example.org', name: 'Maryam Flow' })
  const made = { guest_id: id, email: 'made-before@example.org', name: 'Maryam Flow', custom_name: null }
  expect((await paid({ guest: { id, token, type } })).donation).toMatchObject(made)
  expect((await paid({}, { token })).donation).toMatchObject(made)
  // The payload's own fields take precedence.
  expect((await paid({ guest: { id, token, email: 'other@example.org' }, name: 'Umm Bilal' })).donation).toMatchObject({
    ...made,
    email: 'other@example.org',
    custom_name: 'Umm Bilal',
  })
  expect((await paid({ guest: { id, token: 'none of ours' } })).donation).toMatchObject({
    guest_id: null,
    email: null,
    name: '',
  })
  const account = await aSession(installation.app, { email: 'member@example.org' })
  expect((await paid({ guest: { id, token } }, { token: account.token })).donation).toMatchObject({
    guest_id: null,
    email: 'member@example.org',
  })
})

test('an account donates under its own name and is shown under the name it sends', async () => {
  const { token } = await aSession(installation.app, { firstName: 'Amina', lastName: 'Yusuf' })
  const { donation } = await paid({ name: 'Umm Bilal' }, { token })
  expect(donation).toMatchObject({ name: 'Amina Yusuf', custom_name: 'Umm Bilal' })
  const donors = await installation.fastify.inject({ method: 'GET', url: `/v4/campaigns/${campaign.id}/donors` })
  expect(donors.json().donors[0]).toMatchObject({ name: 'Umm Bilal' })
})

test.each([
  ['name', { name: '=cmd|A1', guest: { name: 'Huda Saleh' } }],
  ['guest.name', { name: 'Umm Bilal', guest: { name: '@SUM(A1)' } }],
  ['guest.email', { guest: { email: 'huda', name: 'Huda Saleh' } }],
  ['CustomName', { CustomName: '+1' }],
  ['billingAddress.Country', { billingAddress: { ...aSentAddress('1 High Street'), Country: 'x1' } }],
  ['billingAddress.Name', { billingAddress: { ...aSentAddress('1 High Street'), Name: '=cmd|A1' } }],
  ['taxAddress.Country', { taxAddress: { Address: '1 High Street', Country: '??' } }],
  ['taxAddress.LastName', { taxAddress: { ...aSentAddress('1 High Street'), LastName: '-1' } }],
  ['shippingAddress.Name', { shippingAddress: { ...aSentAddress('1 High Street'), Name: '=cmd|A1' } }],
  ['tokens.0.token', { tokens: [{ type: 'card', token: '4242 4242 4242 4242' }] }],
  ['tokens.0.digest', { tokens: [{ type: 'card', token: 'pm_card_visa', digest: '4242424242424242' }] }],
  ['cardID', { cardID: '4242-4242-4242-4242' }],
  ['providerSpecific.pan', { providerSpecific: { pan: '4242424242424242' } }],
  [
    'providerSpecific',
    { providerSpecific: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x'])) },
  ],
  ['rewardCount', { rewardCount: 100, rewardID: 'level' }],
  ['rewardEmail', { rewardEmail: 'unknown' }],
  ['emergencyContact.phone', { emergencyContact: { name: 'Bilal', phone: '' } }],
])('an error in %s is reported at it, and nothing is stored or charged', async (field, payload: object) => {
  const rowsOf = async () => (await installation.app.db.selectFrom('payments.intent').select('id').execute()).length
  const before = [await rowsOf(), installation.sandbox!.gateway.store.truth.size]
  const sent = 'rewardID' in payload ? { ...payload, rewardID: String(level.id) } : payload
  const { status, result } = await submit(sent)
  expect([status, Object.keys(result.fields ?? {})]).toEqual([400, [field]])
  expect(result.fields![field]).toMatch(/ /)
  expect([await rowsOf(), installation.sandbox!.gateway.store.truth.size]).toEqual(before)
})

test('a donation stores the fields that its level asked for at the time', async () => {
  const { donation } = await paid({ rewardID: String(worth.id), note: 'M' })
  expect(donation.level_requirements).toEqual(['note', 'email', 'benefit'])
  expect((await paid({ rewardID: String(level.id) })).donation.level_requirements).toEqual([])
  expect((await paid({})).donation.level_requirements).toBeNull()
})

test('a quote is refused at its own field names, with the requested currency', async () => {
  const quote = async (over: object) => {
    const payload = { campaignId: String(campaign.id), amount: 2000, currency: 'GBP', ...over }
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: '/v4/quotes',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    return [answer.statusCode, answer.json<{ fields: object }>().fields]
  }
  expect(await quote({ currency: 'USD' })).toEqual([
    400,
    { currency: 'This fundraiser doesn’t accept donations in USD.' },
  ])
  expect(await quote({ levelId: '999999' })).toEqual([400, { levelId: 'This giving level isn’t available.' }])
})

test('a level id is digits or a number, as in a basket [S2 §3]', async () => {
  for (const [index, rewardID] of [Number(level.id), String(level.id)].entries())
    expect((await paid({ rewardID, rewardCount: 3 + index })).donation).toMatchObject({ level_id: level.id })
})

test('a digest or id that contains a card number’s digits among letters is accepted', async () => {
  const digest = 'ab4242424242424242cdef'
  expect((await paid({ tokens: [{ ...card[0], digest }] })).order.tokens).toEqual([{ ...card[0], digest }])
})

test('payment details and names are erased with the donor', async () => {
  const { order } = await paid({ ...everything, guest: { email: 'huda@example.org', name: 'Huda Saleh' } })
  expect(JSON.stringify(withoutDonor(order))).not.toMatch(/Huda|Umm Bilal|pm_card|sha256-of|Street|ds-17|A sister/)
})

test('a public name is one line without direction marks, and an invisible one is refused', async () => {
  const guest = { email: 'seen@example.org', name: '\u202eAmina\nNoor' }
  const { donation } = await paid({ CustomName: ' Ali\u202egnirts\u2066\n\tKhan ', location: '\u200b\u2063', guest })
  expect([donation.name, donation.custom_name, donation.location]).toEqual(['Amina Noor', 'Ali gnirts Khan', null])
  const joined = await paid({ CustomName: 'می\u200cخواهم 👨\u200d👩\u200d👧', guest })
  expect(joined.donation.custom_name).toBe('می\u200cخواهم 👨\u200d👩\u200d👧')
  const unseen = { CustomName: '\u200b\u200b', name: '\u2066\u2069', guest: { ...guest, name: '\u3164' } }
  expect(Object.keys((await submit(unseen)).result.fields!).toSorted()).toEqual(['CustomName', 'guest.name', 'name'])
  expect((await submit({ CustomName: '\u202e=1+1', guest })).result.fields).toHaveProperty('CustomName')
})

test('a form that was loaded by another account charges nothing', async () => {
  const donor = await aSession(installation.app, { email: 'donor@example.org' })
  const another = await aSession(installation.app, { email: 'another@example.org' })
  const given = { userId: donor.viewer.accountId }
  for (const as of [{}, { token: another.token }]) {
    const answered = await submit(given, as)
    expect([answered.status, answered.result.code]).toEqual([401, 'session-ended'])
  }
  const { donation } = await paid(given, { token: donor.token })
  expect(donation.account_id).toBe(donor.viewer.accountId)
})

test('every response for a paid donation says whether it is zakat', async () => {
  for (const zakah of [true, false]) {
    const { result } = await submit({ zakah, guest: { email: 'zakat@example.org', name: 'Zakat Giver' } })
    expect(result).toMatchObject({ status: 'succeeded', zakah })
    const { token, intentId } = result as { token: string; intentId: string }
    const response = await installation.fastify.inject(`/v4/donations/${intentId}?token=${token}`)
    expect(response.json()).toMatchObject({ paid: { zakah } })
  }
})
