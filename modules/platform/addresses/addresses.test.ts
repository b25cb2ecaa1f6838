import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { addressesHandlers } from './http.ts'
import { addressesMax, saveAddress } from './save-address.ts'
import { anAddress, aSavedAddress } from './testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ environment: { PERMITTED_COUNTRIES: 'GB,US,CA,DE' } })
})
afterAll(() => installation.close())

type Book = Record<'shippingAddress' | 'billingAddress' | 'taxAddress', Record<string, string> | null> & {
  addresses: Record<string, string>[]
}
const book = '/api/user/shippingAddress'

async function aDonorWithBook() {
  const { token, viewer } = await aSession(installation.app)
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({
      method,
      url,
      headers,
      ...(method === 'GET' ? {} : { payload: payload ?? {} }),
    })
    const body = answer.json()
    return {
      status: answer.statusCode,
      body: body as Record<string, unknown>,
      code: body.result?.code ?? body.code,
      book: (body.result ?? body) as Book,
      fields: body.result?.fields ?? body.fields,
    }
  }
  return { id: viewer.accountId, ask }
}

const highStreet = { Name: 'Amina Yusuf', Address: '1 High Street', City: 'Sheffield', Zip: 's19 2bd', Country: 'gb' }
const home = {
  FirstName: 'Amina',
  LastName: 'Khan',
  Address: '2 Low Road',
  City: 'Leeds',
  Zip: 'LS1 1AA',
  Country: 'GB',
  addressLabel: 'Home',
}

test('an empty address book has no addresses and no choices [S1 §7]', async () => {
  const { ask } = await aDonorWithBook()
  expect((await ask('GET', book)).body).toMatchObject({
    success: true,
    result: { shippingAddress: null, billingAddress: null, taxAddress: null, addresses: [] },
  })
})

test('a saved address is listed and chosen for its use, with its label and without empty fields [S1 §3]', async () => {
  const { id, ask } = await aDonorWithBook()
  const first = await ask('POST', book, { user: id, address: { ...highStreet, Address2: ' ', Phone: '' } })
  expect(first.book.shippingAddress).toEqual({ ...highStreet, Country: 'GB', ID: expect.any(String), addressLabel: '' })
  const { book: after } = await ask('POST', book, { user: id, type: 'tax', address: home })
  expect(after.taxAddress).toMatchObject(home)
  expect(after.shippingAddress).toMatchObject({ Address: '1 High Street' })
  expect(after.billingAddress).toBeNull()
  expect(after.addresses).toHaveLength(2)
  expect((await ask('POST', book, { method: 'load' })).book).toEqual(after)
})

test('an address with the same line and place is updated, not duplicated [S1 §5]', async () => {
  const { ask } = await aDonorWithBook()
  const { book: before } = await ask('POST', book, { address: highStreet })
  const { book: after } = await ask('POST', book, {
    type: 'billing',
    address: { ...highStreet, Address: ' 1  HIGH street', Address2: 'Flat 2', City: 'SHEFFIELD ', Zip: 'S192BD' },
  })
  expect(after.addresses).toHaveLength(1)
  expect(after.billingAddress).toMatchObject({ ID: before.addresses[0]!.ID, Address2: 'Flat 2' })
  const many = await Promise.all(
    [1, 2, 3].map(() => ask('POST', book, { type: 'list', address: { ...highStreet, Address: '9 New Lane' } })),
  )
  expect(many.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask('GET', book)).book.addresses).toHaveLength(2)
})

test('the same street in another town is a new address; the first keeps its label and purpose', async () => {
  const { ask } = await aDonorWithBook()
  const london = {
    FirstName: 'Amina',
    LastName: 'Khan',
    Address: '12 High Street',
    City: 'London',
    Zip: 'E1 6AN',
    Country: 'GB',
    Phone: '+44 20 7946 0000',
  }
  const { book: before } = await ask('POST', book, { type: 'tax', address: { ...london, addressLabel: 'Home' } })
  const { book: after } = await ask('POST', book, {
    address: { Name: 'Amina Khan', Address: '12 High Street', City: 'Leeds', Zip: 'LS1 1AA', Country: 'GB' },
  })
  expect(after.taxAddress).toEqual(before.taxAddress)
  expect(after.taxAddress).toMatchObject({ ...london, addressLabel: 'Home' })
  expect(after.shippingAddress).toMatchObject({ City: 'Leeds', addressLabel: '' })
  const again = await ask('POST', book, {
    type: 'list',
    address: { ...highStreet, ID: after.shippingAddress!.ID, Address: '12 high street', City: 'London', Zip: 'E16AN' },
  })
  expect(again).toMatchObject({ status: 409, code: 'address-exists' })
})

test('a label and a phone that are not sent are kept, and empty ones are removed', async () => {
  const { ask } = await aDonorWithBook()
  const values = { addressLabel: 'Home', Phone: '+44 20 7946 0000' }
  const { ID } = (await ask('POST', book, { address: { ...highStreet, ...values } })).book.addresses[0]!
  expect((await ask('POST', book, { type: 'billing', address: highStreet })).book.addresses).toMatchObject([
    { ID, ...values },
  ])
  expect(
    (await ask('POST', book, { address: { ...highStreet, ID, Address: '3 Mill Lane' } })).book.addresses,
  ).toMatchObject([{ ID, ...values }])
  const { addresses } = (await ask('POST', book, { address: { ...highStreet, ID, addressLabel: '', Phone: '' } })).book
  expect(addresses).toEqual([{ ...highStreet, Country: 'GB', ID, addressLabel: '' }])
})

test('an address is changed by its id, but not into another one of the book', async () => {
  const { ask } = await aDonorWithBook()
  const { ID } = (await ask('POST', book, { address: highStreet })).book.addresses[0]!
  await ask('POST', book, { type: 'list', address: home })
  const moved = await ask('POST', book, { type: 'list', address: { ...highStreet, ID, Address: '3 Mill Lane' } })
  expect(moved.book.shippingAddress).toMatchObject({ ID, Address: '3 Mill Lane' })
  expect(await ask('POST', book, { address: { ...home, ID, Address: '2 low road' } })).toMatchObject({
    status: 409,
    code: 'address-exists',
  })
})

test('a missing value is reported at its field with the form’s message [S1 §5]', async () => {
  const { ask } = await aDonorWithBook()
  expect(await ask('POST', book, { address: {} })).toMatchObject({
    status: 400,
    fields: {
      'address.Name': 'Please fill in all required fields',
      'address.Address': 'Please fill in all required fields',
      'address.City': 'Please fill in all required fields',
      'address.Country': 'Please select a country',
    },
  })
  expect((await ask('POST', book, { type: 'tax', address: { ...home, Country: 'CA', FirstName: '' } })).fields).toEqual(
    {
      'address.FirstName': 'Enter your first name.',
      'address.Zip': 'Enter a valid postal code.',
      'address.State': 'Please select a state.',
    },
  )
  expect((await ask('POST', book, { address: { ...highStreet, Country: 'FR' } })).fields).toEqual({
    'address.Country': 'We don’t accept addresses in this country.',
  })
  expect((await ask('GET', book)).book.addresses).toEqual([])
})

test('a saved address can be chosen for another use if it has all required fields', async () => {
  const { ask } = await aDonorWithBook()
  const { ID } = (await ask('POST', book, { address: highStreet })).book.addresses[0]!
  expect((await ask('POST', `/v4/addresses/${ID}/use`, { type: 'tax' })).book.taxAddress).toMatchObject({ ID })
  const other = (
    await ask('POST', book, { type: 'list', address: { ...highStreet, Address: '4 Dale Road', Zip: '' } })
  ).book.addresses.find((address) => address.Address === '4 Dale Road')!
  expect(await ask('POST', `/v4/addresses/${other.ID}/use`, { type: 'tax' })).toMatchObject({
    status: 400,
    fields: { 'address.Zip': 'Enter a valid postal code.' },
  })
})

test('a removed address is no longer listed or chosen', async () => {
  const { ask } = await aDonorWithBook()
  const { ID } = (await ask('POST', book, { address: highStreet })).book.addresses[0]!
  expect((await ask('DELETE', `/v4/addresses/${ID}`)).book).toEqual({
    shippingAddress: null,
    billingAddress: null,
    taxAddress: null,
    addresses: [],
  })
  expect((await ask('DELETE', `/v4/addresses/${ID}`)).status).toBe(404)
})

test('an account can’t see, change, use, remove or detect another account’s address [security-3]', async () => {
  const [owner, thief] = [await aDonorWithBook(), await aDonorWithBook()]
  const ID = await aSavedAddress(installation.app, owner.id)
  const before = (await owner.ask('GET', book)).book
  expect((await thief.ask('GET', `${book}?user=${owner.id}`)).status).toBe(404)
  for (const id of [ID, installation.app.newId(), 'nothing', "' or 1=1 --"]) {
    const path = encodeURIComponent(id)
    expect(await thief.ask('POST', book, { address: { ...highStreet, ID: id } })).toMatchObject({
      status: 404,
      code: 'not-found',
    })
    expect(await thief.ask('POST', `/v4/addresses/${path}/use`, { type: 'billing' })).toMatchObject({
      status: 404,
      code: 'not-found',
    })
    expect(await thief.ask('DELETE', `/v4/addresses/${path}`)).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect((await thief.ask('POST', book, { user: owner.id, address: highStreet })).status).toBe(404)
  expect((await thief.ask('GET', book)).book.addresses).toEqual([])
  expect((await owner.ask('GET', book)).book).toEqual(before)
})

test('the database refuses to choose another account’s address', async () => {
  const [owner, thief] = [await aDonorWithBook(), await aDonorWithBook()]
  const id = await aSavedAddress(installation.app, owner.id)
  await expect(
    installation.app.write((tx) =>
      tx
        .insertInto('addresses.default_address')
        .values({ account_id: thief.id, kind: 'tax', address_id: id })
        .execute(),
    ),
  ).rejects.toMatchObject({ code: '23503' })
})

test('text is stored without control characters, and unknown members are ignored [security-11]', async () => {
  const { ask } = await aDonorWithBook()
  const values = {
    ...highStreet,
    Name: 'O:8:"stdClass":0:{}',
    Address: '<script>alert(1)</script>',
    addressLabel: '=1+1',
  }
  expect(
    (await ask('POST', book, { address: { ...values, account_id: 'x', isAdmin: true } })).book.shippingAddress,
  ).toEqual({
    ...values,
    Country: 'GB',
    ID: expect.any(String),
  })
  expect((await ask('POST', book, { address: { ...highStreet, City: 'a\u0000b' } })).status).toBe(400)
  expect((await ask('POST', book, { address: { ...highStreet, Address: '4242 4242 4242 4242' } })).code).toBe(
    'card-number-in-text',
  )
  expect((await ask('POST', book, { address: { ...highStreet, Country: ['GB'] } })).status).toBe(400)
})

test('a book has a maximum size', async () => {
  const { id } = await aDonorWithBook()
  for (let n = 0; n < addressesMax; n++) await aSavedAddress(installation.app, id, { line1: `${n} High Street` })
  await expect(aSavedAddress(installation.app, id, { line1: 'one more' })).rejects.toMatchObject({
    code: 'too-many-addresses',
    status: 409,
  })
  await saveAddress(installation.app, id, anAddress({ line1: '3 high street' }))
})

test('anyone may read the permitted countries and the reach of suggestions [S2 §7]', async () => {
  const get = async (url: string) => (await installation.fastify.inject({ method: 'GET', url })).json()
  expect(await get('/api/projectapi/permittedCountryCodes')).toMatchObject({
    success: true,
    result: ['GB', 'US', 'CA', 'DE'],
  })
  expect(await get('/v4/places')).toEqual({ reach: 'city' })
})

test('anyone may read their located country, which is null if unknown [S1 §7]', async () => {
  const other = await createTestApp({ environment: { COUNTRY_HEADER: 'x-country' } })
  onTestFinished(() => other.close())
  const answer = await other.fastify.inject({
    method: 'GET',
    url: '/api/user/geolocation',
    headers: { 'x-country': 'pk' },
  })
  expect(answer.json()).toEqual({ success: true, message: '', result: { countryCode: 'PK' } })
  const call = {
    app: other.app,
    viewer: { kind: 'anonymous' },
    context: { ...aRequestContext(), country: undefined },
    input: {},
  } as const
  expect(await addressesHandlers['GET /api/user/geolocation'](call)).toEqual({ countryCode: null })
})

test('suggestions and details have the shapes of the places service [S1 §7]', async () => {
  const ask = (payload: object) =>
    installation.fastify.inject({
      method: 'POST',
      url: '/v4/places/autocomplete',
      headers: { 'content-type': 'application/json' },
      payload,
    })
  const { suggestions } = (await ask({ input: 'Sheffi', includedRegionCodes: ['gb'] })).json()
  expect(suggestions).toEqual([
    { placePrediction: { placeId: 'city.gb.sheffield', text: { text: 'Sheffield, United Kingdom' } } },
  ])
  expect(
    (await installation.fastify.inject({ method: 'GET', url: '/v4/places/city.gb.sheffield' })).json(),
  ).toMatchObject({
    addressComponents: [{ longText: 'Sheffield' }, { shortText: 'GB' }],
  })
  expect((await installation.fastify.inject({ method: 'GET', url: '/v4/places/city.gb.atlantis' })).statusCode).toBe(
    404,
  )
  expect((await ask({ input: ' s h ' })).json()).toEqual({ suggestions: [] })
  expect((await ask({ input: 'Sheffi', includedRegionCodes: ['GB'] })).statusCode).toBe(400)
})

test('a place id may have up to our limit, because the provider states no maximum', async () => {
  const mock = vi
    .spyOn(installation.app.places, 'details')
    .mockResolvedValue([{ longText: 'York', shortText: 'York', types: ['locality'] }])
  const placeId = `Ei${'A-_9'.repeat(490)}`
  const response = await installation.fastify.inject({ method: 'GET', url: `/v4/places/${placeId}` })
  expect([response.statusCode, response.json().addressComponents, mock.mock.calls[0]?.[0].placeId]).toMatchObject([
    200,
    [{ longText: 'York' }],
    placeId,
  ])
  mock.mockRestore()
})

test('place searches are limited per network', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n++)
    statuses.add(
      (
        await installation.fastify.inject({
          method: 'GET',
          url: '/v4/places/city.gb.york',
          remoteAddress: '192.0.2.77',
        })
      ).statusCode,
    )
  expect([...statuses]).toEqual([200, 429])
})
