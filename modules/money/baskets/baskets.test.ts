import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { feeSchedules } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { savePreferences, type Viewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import type { Currency } from '#shared/money.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { associate } from './associate.ts'
import { addBasketItem, removeItem, updateBasketItem } from './change-items.ts'
import type { BasketView } from './contract-basket.ts'
import { editBasket, setStatus } from './edit-basket.ts'
import { expireBaskets, expireRequestKeys, purgeGuestBaskets } from './expire-baskets.ts'
import { createAccountBasket, createGuestBasket, readBasket, readBaskets } from './open-basket.ts'
import { eraseBaskets } from './erase-baskets.ts'
import { findBasket } from './basket-queries.ts'
import { replaceBasket } from './basket-batches.ts'
import { anItem } from './testing.ts'

let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
const clock = manualClock()
const tokenSecret = 'a secret of at least thirty-two characters'
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret,
    fieldKey: Buffer.alloc(32, 7),
    flagOverrides: {},
    feeSchedules,
  } as unknown as GivingPorts
})
beforeEach(async () => {
  campaignId = (await aCampaign(ports, { ends_at: null, zakat_verified: true })).id
})
afterAll(() => database.drop())

const context = aRequestContext()
const holderOf = (basket: BasketView): Viewer => ({ kind: 'basket', basketId: basket.id })
const add = (viewer: Viewer, ids: { basketId: string; userId?: string; version?: number }, over: object = {}) =>
  addBasketItem(ports, viewer, context, { ...ids, item: anItem(campaignId, over) })

async function aGuestBasket(...items: object[]) {
  let basket = await createGuestBasket(ports, { currency: 'GBP' })
  const viewer = holderOf(basket)
  for (const item of items) basket = await add(viewer, { basketId: basket.id }, item)
  return { basket, viewer, token: basket.token!, of: { basketId: basket.id } }
}
async function anAccountBasket() {
  const { viewer } = await aSession(ports)
  const basket = await createAccountBasket(ports, viewer, { userId: viewer.accountId, currency: 'GBP' })
  return { viewer, basket, userId: viewer.accountId, of: { userId: viewer.accountId, basketId: basket.id } }
}

test('equal donations become one line, others stay separate, and the tip is split over them [S2 §9] [baskets-2]', async () => {
  const { viewer, of } = await aGuestBasket({}, { quantity: 2 }, { isZakat: true })
  const basket = await editBasket(ports, viewer, {
    ...of,
    tipAmount: 101,
    anonymous: { enabled: true, name: '', location: '' },
    newsletter: true,
  })
  expect(basket.items.map(({ quantity, isZakat, total, tip }) => ({ quantity, isZakat, total, tip }))).toEqual([
    { quantity: 3, isZakat: false, total: 6000, tip: 75 },
    { quantity: 1, isZakat: true, total: 2000, tip: 26 },
  ])
  expect(basket).toMatchObject({
    subtotal: 8000,
    tipAmount: 101,
    version: 5,
    newsletter: true,
    anonymous: { enabled: true },
    skipped: [],
  })
})

test('an edit of an old version is refused with the current basket [baskets-3]', async () => {
  const { viewer, of, basket } = await aGuestBasket({})
  await editBasket(ports, viewer, { ...of, version: basket.version, tipAmount: 100 })
  await expect(editBasket(ports, viewer, { ...of, version: basket.version, tipAmount: 900 })).rejects.toMatchObject({
    status: 409,
    code: 'basket-changed',
    more: { basket: { tipAmount: 100, version: basket.version + 1 } },
  })
  const basketItemId = basket.items[0]!.id
  await expect(removeItem(ports, viewer, { ...of, version: 1, basketItemId })).rejects.toMatchObject({
    code: 'basket-changed',
  })
  const { version } = await removeItem(ports, viewer, { ...of, basketItemId })
  const edit = (on?: number) =>
    updateBasketItem(ports, viewer, context, { ...of, version: on, basketItemId, item: anItem(campaignId) })
  await expect(edit(version - 1)).rejects.toMatchObject({
    status: 409,
    code: 'basket-changed',
    more: { basket: { version, items: [] } },
  })
  await expect(edit(version)).rejects.toMatchObject({ status: 404 })
  await expect(edit()).rejects.toMatchObject({ status: 404 })
})

test('a basket that has over fifty lines after login takes more of an existing line but no new one', async () => {
  const { viewer, userId, of } = await anAccountBasket()
  const fill = async (whose: Viewer, which: { basketId: string; userId?: string }, from: number, count: number) => {
    for (let amount = from; amount < from + count; amount++) await add(whose, which, { amount })
  }
  await fill(viewer, of, 1000, 30)
  const guest = await aGuestBasket()
  await fill(guest.viewer, guest.of, 2000, 30)
  expect(
    (await associate(ports, viewer, { userId, basketId: guest.basket.id, token: guest.token })).items,
  ).toHaveLength(60)
  expect((await add(viewer, of, { amount: 2029 })).items.at(-1)).toMatchObject({ quantity: 2 })
  await expect(add(viewer, of, { amount: 3000 })).rejects.toMatchObject({ code: 'basket-full' })
})

test('exactly one of several concurrent edits of a version is made, and every addition without a version', async () => {
  const { viewer, of, basket } = await aGuestBasket()
  const sent = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => editBasket(ports, viewer, { ...of, version: basket.version, tipAmount: n })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => add(viewer, of)))
  expect((await readBasket(ports, viewer, of)).items).toMatchObject([{ quantity: 8 }])
})

test('another owner’s basket isn’t found, for any viewer and action [S2 §6]', async () => {
  const [guestA, guestB] = [await aGuestBasket({}), await aGuestBasket()]
  const [userA, userB] = [await anAccountBasket(), await anAccountBasket()]
  const missing = { status: 404, code: 'not-found' }
  const asGuest = { basketId: guestA.basket.id }
  const tries: [Viewer, { basketId: string; userId?: string }][] = [
    [{ kind: 'anonymous' }, asGuest],
    [guestB.viewer, asGuest],
    [userA.viewer, asGuest],
    [userB.viewer, userA.of],
    [userB.viewer, { ...userA.of, userId: userB.userId }],
    [guestA.viewer, userA.of],
    [guestA.viewer, { basketId: userA.basket.id }],
    [userA.viewer, { basketId: userA.basket.id }],
    [userA.viewer, { userId: userA.userId, basketId: guestA.basket.id }],
    [guestA.viewer, { basketId: 'nothing' }],
  ]
  for (const [viewer, ids] of tries) {
    await expect(readBasket(ports, viewer, ids)).rejects.toMatchObject(missing)
    await expect(editBasket(ports, viewer, { ...ids, tipAmount: 1 })).rejects.toMatchObject(missing)
    await expect(setStatus(ports, viewer, { ...ids, status: 'abandoned' })).rejects.toMatchObject(missing)
    await expect(add(viewer, ids)).rejects.toMatchObject(missing)
    await expect(removeItem(ports, viewer, { ...ids, basketItemId: guestA.basket.items[0]!.id })).rejects.toMatchObject(
      missing,
    )
    await expect(
      updateBasketItem(ports, viewer, context, {
        ...ids,
        basketItemId: guestA.basket.items[0]!.id,
        item: anItem(campaignId, { amount: 1 }),
      }),
    ).rejects.toMatchObject(missing)
  }
  await expect(
    readBaskets(ports, userB.viewer, { userId: userA.userId, status: undefined, offset: 0, limit: 10 }),
  ).rejects.toMatchObject(missing)
  await expect(
    createAccountBasket(ports, userB.viewer, { userId: userA.userId, currency: 'GBP' }),
  ).rejects.toMatchObject(missing)
  expect((await readBasket(ports, guestA.viewer, asGuest)).version).toBe(2)
})

test('a line is checked like a single donation, and a fault is at its field of the item [S1 §5] [S2 §5]', async () => {
  const { viewer, of } = await aGuestBasket()
  const refused = async (over: object, field: string) => {
    const problem = await add(viewer, of, over).catch((error: unknown) => error)
    expect(Object.keys((problem as { fields: object }).fields)).toEqual([field])
  }
  await refused({ amount: 0 }, 'item.amount')
  await refused({ quantity: 100 }, 'item.quantity')
  await refused({ currency: 'USD' }, 'item.currency')
  await refused({ givingLevelId: '999999' }, 'item.givingLevelId')
  const level = await aLevel(ports, campaignId, { require_note: true, require_medical: true, claim_limit: 1 })
  const other = await aCampaign(ports, { ends_at: new Date(clock.now().getTime() - 1) })
  await expect(addBasketItem(ports, viewer, context, { ...of, item: anItem(other.id) })).rejects.toMatchObject({
    code: 'campaign-closed',
  })
  clock.move({ seconds: 2 })
  const wanted = { givingLevelId: String(level.id), medicalInformation: 'asthma' }
  await refused(wanted, 'item.givingLevelNote')
  const added = await add(viewer, of, { ...wanted, givingLevelNote: 'S' })
  expect(added.items).toMatchObject([{ amount: 2500, hasEncryptedFields: true }])
  expect(
    JSON.stringify([added, await findBasket(ports.db, of.basketId)], (_, v: unknown) =>
      typeof v === 'bigint' ? `${v}` : v,
    ),
  ).not.toContain('asthma')
  const kept = await updateBasketItem(ports, viewer, context, {
    ...of,
    basketItemId: added.items[0]!.id,
    item: anItem(campaignId, { givingLevelId: String(level.id), givingLevelNote: 'M' }),
  })
  expect(kept.items).toMatchObject([{ id: added.items[0]!.id, givingLevelNote: 'M', hasEncryptedFields: true }])
  clock.move({ days: 31 })
  await expireBaskets(ports)
  expect(await findBasket(ports.db, of.basketId)).toMatchObject({
    status: 'expired',
    lines: [{ note: 'M', encryptedFields: null }],
  })
})

test('a tip is removed with the last donation', async () => {
  const { viewer, of, basket } = await aGuestBasket({ amount: 100_000 }, { amount: 3000 })
  await editBasket(ports, viewer, { ...of, tipAmount: 16_000 })
  const [large, small] = basket.items
  expect(await removeItem(ports, viewer, { ...of, basketItemId: small!.id })).toMatchObject({ tipAmount: 16_000 })
  expect(await removeItem(ports, viewer, { ...of, basketItemId: large!.id })).toMatchObject({ tipAmount: 0, items: [] })
  expect(await add(viewer, of)).toMatchObject({ tipAmount: 0, quote: { total: 2000 } })
})

test('the first donation sets the currency of a basket without a chosen one and resets the tip [baskets-4]', async () => {
  const { viewer, of } = await aGuestBasket()
  const usd = (await aCampaign(ports, { ends_at: null, currency: 'USD' })).id
  const dollars = { ...of, item: anItem(usd, { currency: 'USD' }) }
  await ports.db
    .updateTable('baskets.basket')
    .set({ is_currency_chosen: false })
    .where('id', '=', of.basketId)
    .execute()
  await editBasket(ports, viewer, { ...of, tipAmount: 100 })
  const first = await addBasketItem(ports, viewer, context, dollars)
  expect(first).toMatchObject({ currency: 'USD', tipAmount: 0, skipped: [], quote: { gift: 2000 } })
  const second = await add(viewer, of)
  expect(second).toMatchObject({ currency: 'USD', skipped: [{ id: second.items[1]!.id, reason: 'other-currency' }] })
})

test('a basket keeps its chosen currency, whatever is added [baskets-4]', async () => {
  const usd = (await aCampaign(ports, { ends_at: null, currency: 'USD' })).id
  const begun = async (currency?: Currency) => {
    const { id } = await createGuestBasket(ports, { currency })
    return { viewer: { kind: 'basket', basketId: id } as const, of: { basketId: id } }
  }
  const addDollars = ({ viewer, of }: Awaited<ReturnType<typeof begun>>) =>
    addBasketItem(ports, viewer, context, { ...of, item: anItem(usd, { currency: 'USD' }) })
  expect(await addDollars(await begun('GBP'))).toMatchObject({
    currency: 'GBP',
    quote: null,
    skipped: [{ reason: 'other-currency' }],
  })
  expect(await addDollars(await begun())).toMatchObject({ currency: 'USD', quote: { total: 2000 } })
  const edited = await begun()
  await editBasket(ports, edited.viewer, { ...edited.of, currency: 'GBP' })
  expect(await addDollars(edited)).toMatchObject({ currency: 'GBP', quote: null })
})

test('an account’s basket starts in its preferred currency, unless another one is chosen for it [baskets-4]', async () => {
  const { viewer } = await aSession(ports)
  const userId = viewer.accountId
  await savePreferences(ports, userId, { preferredCurrency: 'EUR' })
  const begin = (currency?: Currency) => createAccountBasket(ports, viewer, { userId, currency })
  const first = await begin()
  const usd = (await aCampaign(ports, { ends_at: null, currency: 'USD' })).id
  expect(
    await addBasketItem(ports, viewer, context, { userId, basketId: first.id, item: anItem(usd, { currency: 'USD' }) }),
  ).toMatchObject({ currency: 'EUR' })
  await setStatus(ports, viewer, { userId, basketId: first.id, status: 'abandoned' })
  expect(await begin('GBP')).toMatchObject({ currency: 'GBP' })
})

test('a line that becomes equal to another joins it, and a new currency resets the tip', async () => {
  const { viewer, of, basket } = await aGuestBasket({}, { amount: 3000 })
  await editBasket(ports, viewer, { ...of, tipAmount: 50 })
  const joined = await updateBasketItem(ports, viewer, context, {
    ...of,
    basketItemId: basket.items[1]!.id,
    item: anItem(campaignId),
  })
  expect(joined.items).toMatchObject([{ quantity: 2, tip: 50 }])
  expect(await readBasket(ports, viewer, { ...of, basketCurrency: 'USD' })).toMatchObject({
    subtotal: 0,
    skipped: [{ reason: 'other-currency' }],
  })
  expect(await editBasket(ports, viewer, { ...of, currency: 'USD' })).toMatchObject({ currency: 'USD', tipAmount: 0 })
})

test('at login the tip, the currency and anonymity are carried over', async () => {
  const { viewer } = await aSession(ports)
  const userId = viewer.accountId
  const { id } = await createAccountBasket(ports, viewer, { userId, currency: 'USD' })
  const anonymous = { enabled: true, name: 'A friend', location: 'Fez' }
  const first = await aGuestBasket({})
  await editBasket(ports, first.viewer, { ...first.of, tipAmount: 200, anonymous })
  // The account's basket was still empty.
  expect(await associate(ports, viewer, { userId, basketId: first.basket.id, token: first.token })).toMatchObject({
    id,
    currency: 'GBP',
    tipAmount: 200,
    anonymous,
    skipped: [],
  })
  await editBasket(ports, viewer, { userId, basketId: id, anonymous: { enabled: false, name: '', location: '' } })
  const second = await aGuestBasket({ amount: 700 })
  await editBasket(ports, second.viewer, { ...second.of, tipAmount: 50, anonymous })
  const joined = await associate(ports, viewer, { userId, basketId: second.basket.id, token: second.token })
  expect(joined).toMatchObject({ id, currency: 'GBP', tipAmount: 250, anonymous })
  expect(joined.items).toHaveLength(2)
})

test('at login the public name and place are carried over, unless the account’s basket has its own', async () => {
  const { viewer, userId, of } = await anAccountBasket()
  await add(viewer, of)
  const guestBasket = async (anonymous: { enabled: boolean; name: string; location: string }) => {
    const guest = await aGuestBasket({ amount: 700 })
    await editBasket(ports, guest.viewer, { ...guest.of, anonymous })
    return (await associate(ports, viewer, { userId, basketId: guest.basket.id, token: guest.token })).anonymous
  }
  expect(await guestBasket({ enabled: false, name: 'Umm Yusuf', location: '' })).toEqual({
    enabled: false,
    name: 'Umm Yusuf',
    location: '',
  })
  expect(await guestBasket({ enabled: false, name: 'A friend', location: 'Fez' })).toEqual({
    enabled: false,
    name: 'Umm Yusuf',
    location: 'Fez',
  })
})

test('the baskets of an account that donates anonymously start anonymous, also from a guest’s [contract-6]', async () => {
  const { viewer } = await aSession(ports)
  const userId = viewer.accountId
  await savePreferences(ports, userId, { giveAnonymously: true, newsletter: true })
  const guest = await aGuestBasket({})
  expect(guest.basket).toMatchObject({ anonymous: { enabled: false }, newsletter: false })
  const followed = await associate(ports, viewer, { userId, basketId: guest.basket.id, token: guest.token })
  // No newsletter was requested for this basket.
  expect(followed).toMatchObject({ id: guest.basket.id, anonymous: { enabled: true }, newsletter: false })
  await setStatus(ports, viewer, { userId, basketId: followed.id, status: 'abandoned' })
  expect(await createAccountBasket(ports, viewer, { userId, currency: 'GBP' })).toMatchObject({
    anonymous: { enabled: true },
    newsletter: true,
  })
  const silent = await anAccountBasket()
  expect(silent.basket).toMatchObject({ anonymous: { enabled: false }, newsletter: false })
})

test('after login the basket is the account’s, its token opens nothing, and a repeat changes nothing [S2 §7]', async () => {
  const { viewer } = await aSession(ports)
  const guest = await aGuestBasket({})
  const ids = { userId: viewer.accountId, basketId: guest.basket.id, token: guest.token }
  const theirs = await associate(ports, viewer, ids)
  expect(theirs).toMatchObject({ id: guest.basket.id, userId: viewer.accountId, items: [{ quantity: 1 }] })
  expect(theirs.token).toBeUndefined()
  expect(await associate(ports, viewer, ids)).toEqual(theirs)
  await expect(readBasket(ports, guest.viewer, guest.of)).rejects.toMatchObject({ status: 404 })
  const { viewer: other } = await aSession(ports)
  await expect(associate(ports, other, { ...ids, userId: other.accountId })).rejects.toMatchObject({ status: 404 })
})

test('a guest’s lines join the account’s active basket once, however often requested [S2 §7] [baskets-2]', async () => {
  const { viewer, userId, of } = await anAccountBasket()
  await add(viewer, of)
  const [one, two] = [await aGuestBasket({}, { isZakat: true }), await aGuestBasket({}, { note: 'x', amount: 500 })]
  await expect(associate(ports, viewer, { userId, basketId: one.basket.id, token: two.token })).rejects.toMatchObject({
    status: 404,
  })
  await Promise.all(
    [one, two, one, two].map(({ basket, token }) => associate(ports, viewer, { userId, basketId: basket.id, token })),
  )
  const { items } = await readBasket(ports, viewer, of)
  expect(items.map(({ amount, quantity }) => amount * quantity).sort((a, b) => a - b)).toEqual([500, 2000, 6000])
})

test('two guests’ baskets that join an account at the same time become one', async () => {
  const { viewer } = await aSession(ports)
  const guests = [await aGuestBasket({}), await aGuestBasket({}), await aGuestBasket({})]
  await Promise.all(
    guests.map(({ basket, token }) =>
      associate(ports, viewer, { userId: viewer.accountId, basketId: basket.id, token }),
    ),
  )
  const { baskets } = await readBaskets(ports, viewer, {
    userId: viewer.accountId,
    status: 'active',
    offset: 0,
    limit: 10,
  })
  expect(baskets).toMatchObject([{ items: [{ quantity: 3 }] }])
})

test('an account has one active basket, can abandon it and lists its baskets with filters and pages [S2 §7]', async () => {
  const { viewer, userId, of } = await anAccountBasket()
  const again = await Promise.all([1, 2, 3].map(() => createAccountBasket(ports, viewer, { userId, currency: 'GBP' })))
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set([of.basketId]))
  await setStatus(ports, viewer, { ...of, status: 'abandoned' })
  await expect(add(viewer, of)).rejects.toMatchObject({
    status: 409,
    code: 'basket-not-active',
    more: { basket: { status: 'abandoned' } },
  })
  clock.move({ seconds: 1 })
  const next = await createAccountBasket(ports, viewer, { userId, currency: 'GBP' })
  await expect(setStatus(ports, viewer, { ...of, status: 'active' })).rejects.toMatchObject({
    code: 'basket-active-exists',
  })
  const list = async (over: object = {}) =>
    (await readBaskets(ports, viewer, { userId, status: undefined, offset: 0, limit: 10, ...over })).baskets.map(
      ({ id }) => id,
    )
  expect(await list()).toEqual([next.id, of.basketId])
  expect(await list({ offset: 1, limit: 1 })).toEqual([of.basketId])
  expect(await list({ status: 'abandoned' })).toEqual([of.basketId])
})

test('a basket expires after thirty idle days even before the job runs, and a change keeps it', async () => {
  const [remainder, kept] = [await aGuestBasket({}), await aGuestBasket({})]
  clock.move({ days: 29 })
  await editBasket(ports, kept.viewer, { ...kept.of, newsletter: true })
  clock.move({ days: 1 })
  expect(await readBasket(ports, remainder.viewer, remainder.of)).toMatchObject({ status: 'expired' })
  await expect(setStatus(ports, remainder.viewer, { ...remainder.of, status: 'active' })).rejects.toMatchObject({
    code: 'basket-not-active',
  })
  await expireBaskets(ports)
  expect(await findBasket(ports.db, remainder.basket.id)).toMatchObject({ status: 'expired' })
  expect(await findBasket(ports.db, kept.basket.id)).toMatchObject({ status: 'active' })
})

test('a guest’s basket is anonymized 90 days after its end, an account’s stays with the account [privacy-5]', async () => {
  const level = await aLevel(ports, campaignId, { include_note: true, require_shipping: true })
  const shippingAddress = {
    Name: 'Halima Saleh',
    Address: '1 High Street',
    City: 'Leeds',
    Zip: 'LS1 1AA',
    Country: 'GB',
  }
  const values = { givingLevelId: String(level.id), givingLevelNote: 'for my mother Halima', shippingAddress }
  const anonymous = { enabled: false, name: 'Umm Halima', location: 'Leeds' }
  const guest = async () => {
    const { viewer, of } = await aGuestBasket(values)
    await editBasket(ports, viewer, { ...of, anonymous })
    return { viewer, of }
  }
  const [remainder, paid, member] = [await guest(), await guest(), await anAccountBasket()]
  await add(member.viewer, member.of, values)
  await ports.db
    .updateTable('baskets.basket')
    .set({ status: 'checked-out' })
    .where('id', 'in', [paid.of.basketId, member.of.basketId])
    .execute()
  clock.move({ days: 89 })
  const fresh = await guest()
  await expireBaskets(ports)
  await purgeGuestBaskets(ports)
  const says = async ({ of }: { of: { basketId: string } }) => {
    const basket = (await findBasket(ports.db, of.basketId))!
    return [
      basket.status,
      JSON.stringify([basket.lines, basket.displayName, basket.displayPlace]).match(/Halima|Leeds/g) !== null,
    ]
  }
  expect([await says(remainder), await says(paid)]).toEqual([
    ['expired', true],
    ['checked-out', true],
  ])
  clock.move({ days: 2 })
  await purgeGuestBaskets(ports)
  await purgeGuestBaskets(ports)
  expect([await says(remainder), await says(paid), await says(member), await says(fresh)]).toEqual([
    ['expired', false],
    ['checked-out', false],
    ['checked-out', true],
    ['active', true],
  ])
  expect((await findBasket(ports.db, paid.of.basketId))!.version).toBe(
    (await readBasket(ports, paid.viewer, paid.of)).version,
  )
})

/** Repeats the same request. */
const addWithKey = (
  viewer: Viewer,
  ids: { basketId: string; userId?: string; version?: number },
  key: string,
  over: object = {},
) => addBasketItem(ports, viewer, { ...context, idempotencyKey: key }, { ...ids, item: anItem(campaignId, over) })
const requests = () => ports.db.selectFrom('baskets.request_key').selectAll()

test('a repeated or concurrent request adds its donation once, and another request adds another [payments-2]', async () => {
  const { viewer, of } = await aGuestBasket()
  const answers = await Promise.all(Array.from({ length: 10 }, () => addWithKey(viewer, of, 'first')))
  expect(answers.map(({ items }) => items.map(({ quantity }) => quantity))).toEqual(answers.map(() => [1]))
  expect(new Set(answers.map(({ addedItemId }) => addedItemId))).toEqual(new Set([answers[0]!.items[0]!.id]))
  await Promise.all([
    addWithKey(viewer, of, 'second'),
    add(viewer, of),
    addWithKey(viewer, of, 'second'),
    addWithKey(viewer, of, 'first'),
  ])
  expect((await readBasket(ports, viewer, of)).items).toMatchObject([{ quantity: 3 }])
  expect(await requests().where('basket_id', '=', of.basketId).execute()).toHaveLength(2)
})

test('a repeated request returns the current basket and its line, even if the campaign has ended', async () => {
  const { viewer, of } = await aGuestBasket({ amount: 3000 })
  const first = await addWithKey(viewer, { ...of, version: 2 }, 'lost')
  expect(first.addedItemId).toBe(first.items[1]!.id)
  // An edit in another tab makes the line equal to another one, so it joins that.
  await updateBasketItem(ports, viewer, context, { ...of, basketItemId: first.items[0]!.id, item: anItem(campaignId) })
  await ports.db
    .updateTable('campaigns.campaign')
    .set({ ends_at: new Date(clock.now().getTime() - 1) })
    .where('id', '=', campaignId)
    .execute()
  clock.move({ seconds: 2 })
  await expect(add(viewer, of)).rejects.toMatchObject({ code: 'campaign-closed' })
  const again = await addWithKey(viewer, { ...of, version: 2 }, 'lost')
  expect(again).toMatchObject({
    version: 4,
    items: [{ id: first.items[0]!.id, quantity: 2 }],
    addedItemId: first.items[0]!.id,
  })
  await setStatus(ports, viewer, { ...of, status: 'abandoned' })
  expect(await addWithKey(viewer, { ...of, version: 2 }, 'lost')).toMatchObject({
    status: 'abandoned',
    items: [{ quantity: 2 }],
  })
})

test('a key identifies one request of one basket, and is refused for another donation [payments-2]', async () => {
  const { viewer, of } = await aGuestBasket()
  await expect(addWithKey(viewer, of, 'mine', { amount: 0 })).rejects.toMatchObject({
    status: 400,
    code: 'invalid-input',
  })
  await addWithKey(viewer, of, 'mine')
  for (const other of [{ amount: 2001 }, { quantity: 2 }, { givingLevelNote: 'for my mother' }])
    await expect(addWithKey(viewer, of, 'mine', other)).rejects.toMatchObject({
      status: 422,
      code: 'idempotency-key-reused',
    })
  await expect(addWithKey(viewer, { ...of, version: 2 }, 'mine')).rejects.toMatchObject({ status: 422 })
  await expect(addWithKey(viewer, of, '')).rejects.toMatchObject({ status: 400, code: 'idempotency-key-missing' })
  await expect(addWithKey(viewer, of, 'x'.repeat(256))).rejects.toMatchObject({
    status: 400,
    code: 'idempotency-key-too-long',
  })
  const other = await aGuestBasket()
  expect(await addWithKey(other.viewer, other.of, 'mine', { quantity: 2 })).toMatchObject({ items: [{ quantity: 2 }] })
  await expect(addWithKey(other.viewer, of, 'mine')).rejects.toMatchObject({ status: 404 })
  expect((await readBasket(ports, viewer, of)).items).toMatchObject([{ quantity: 1 }])
})

test('a request key stores no content and is deleted after 30 days and with the account', async () => {
  const { viewer, userId, of } = await anAccountBasket()
  const donation = { givingLevelNote: 'for my mother', medicalInformation: 'asthma' }
  await addWithKey(viewer, of, 'a telling key', donation)
  const kept = () => requests().where('basket_id', '=', of.basketId).execute()
  expect(JSON.stringify(await kept())).not.toMatch(/telling|mother|asthma/)
  clock.move({ days: 29 })
  await expireRequestKeys(ports)
  await addWithKey(viewer, of, 'a telling key', donation)
  expect((await readBasket(ports, viewer, of)).items).toHaveLength(1)
  clock.move({ days: 1 })
  await expireRequestKeys(ports)
  expect(await kept()).toEqual([])
  const { id } = await createAccountBasket(ports, viewer, { userId, currency: 'GBP' })
  await addWithKey(viewer, { userId, basketId: id }, 'another')
  await ports.db.updateTable('baskets.basket').set({ status: 'checked-out' }).where('id', '=', id).execute()
  await ports.write((tx) => eraseBaskets(tx, { accountId: userId, confirmedEmails: [], donationIds: [] }))
  expect(await requests().where('basket_id', '=', id).execute()).toEqual([])
  expect(await findBasket(ports.db, id)).toMatchObject({ status: 'checked-out' })
})

test('the database refuses the second of two writers with one request key', async () => {
  const { viewer, of } = await aGuestBasket()
  await addWithKey(viewer, of, 'mine')
  const { basket_id, key, request_hash, line_id, requested_at } = (
    await requests().where('basket_id', '=', of.basketId).execute()
  )[0]!
  const basket = (await findBasket(ports.db, of.basketId))!
  const added = { lineId: line_id, requestKey: { key, requestHash: request_hash } }
  await expect(
    replaceBasket(ports, { ...basket, version: basket.version + 1, lines: [], changedAt: requested_at, added }),
  ).rejects.toMatchObject({
    code: '23505',
  })
  expect(await findBasket(ports.db, basket_id)).toMatchObject({ version: basket.version, lines: [{ quantity: 1 }] })
})

/** Models one basket in two clients, which each remember the last version they saw, and a count of accepted changes. */
type Model = { version: number; quantities: Map<number, number>; tip: number }
type Real = { viewer: Viewer; basketId: string; seen: number[] }
const current = (r: Real) => readBasket(ports, r.viewer, { basketId: r.basketId })

class Act implements fc.AsyncCommand<Model, Real> {
  readonly client: number
  readonly kind: 'add' | 'remove' | 'tip' | 'look'
  readonly amount: number
  constructor(client: number, kind: Act['kind'], amount: number) {
    this.client = client
    this.kind = kind
    this.amount = amount
  }
  check = () => true
  async run(model: Model, real: Real) {
    const before = await current(real)
    const ids = { basketId: real.basketId, version: real.seen[this.client]! }
    const line = before.items.find(({ amount }) => amount === this.amount)
    if (this.kind === 'look' || (this.kind === 'remove' && !line)) {
      real.seen[this.client] = before.version
      return
    }
    const act =
      this.kind === 'add'
        ? add(real.viewer, ids, { amount: this.amount })
        : this.kind === 'tip'
          ? editBasket(ports, real.viewer, { ...ids, tipAmount: this.amount })
          : removeItem(ports, real.viewer, { ...ids, basketItemId: line!.id })
    if (ids.version === model.version) {
      model.version = real.seen[this.client] = (await act).version
      if (this.kind === 'add') model.quantities.set(this.amount, (model.quantities.get(this.amount) ?? 0) + 1)
      if (this.kind === 'remove') model.quantities.delete(this.amount)
      if (this.kind === 'tip') model.tip = this.amount
      if (this.kind === 'remove' && model.quantities.size === 0) model.tip = 0
    } else
      await expect(act).rejects.toMatchObject({ code: 'basket-changed', more: { basket: { version: model.version } } })
    const now = await current(real)
    expect(now).toMatchObject({ version: model.version, tipAmount: model.tip })
    expect(new Map(now.items.map(({ amount, quantity }) => [amount, quantity]))).toEqual(model.quantities)
  }
  toString = () => `${this.client} ${this.kind} ${this.amount}`
}

test('a basket edited by several clients has exactly the accepted changes [baskets-3]', async () => {
  const acts = fc
    .tuple(fc.nat(2), fc.constantFrom('add', 'add', 'remove', 'tip', 'look'), fc.constantFrom(1000, 2000, 3000))
    .map(([client, kind, amount]) => new Act(client, kind as Act['kind'], amount))
  await fc.assert(
    fc.asyncProperty(fc.commands([acts], { maxCommands: 20 }), async (commands) => {
      const { viewer, basket } = await aGuestBasket()
      await fc.asyncModelRun(
        () => ({
          model: { version: 1, quantities: new Map(), tip: 0 },
          real: { viewer, basketId: basket.id, seen: [1, 1, 1] },
        }),
        commands,
      )
    }),
    { numRuns: 15 },
  )
})
