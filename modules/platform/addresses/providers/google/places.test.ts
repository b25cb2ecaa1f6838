import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { placeDetails, suggestPlaces } from '../../find-places.ts'
import type { AddressPorts } from '../../port.ts'
import { googlePlaces } from './places.ts'

/** A local server with the format of Places API (New): the requests it received, and its next response. */
let received: { method: string; url: string; headers: http.IncomingHttpHeaders; body: unknown }[] = []
let says: { status: number; body: unknown; delayMs?: number }
let server: http.Server
let places: ReturnType<typeof googlePlaces>

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      received.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: text ? JSON.parse(text) : undefined,
      })
      setTimeout(
        () => response.writeHead(says.status, { 'content-type': 'application/json' }).end(JSON.stringify(says.body)),
        says.delayMs ?? 0,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  places = googlePlaces({
    key: 'a key',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 300,
  })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  received = []
})

const ports = () => ({ places, permittedCountries: [], log: silentLog }) as unknown as AddressPorts
const search = { input: '1600 Amph', regions: ['us', 'ca'], locale: 'en', session: 'one-search' } as const

test('autocomplete posts input, regions, language and session, with the key and a field mask in headers [S2 §7]', async () => {
  says = {
    status: 200,
    body: {
      suggestions: [
        {
          placePrediction: {
            place: 'places/abc',
            placeId: 'abc',
            text: { text: '1600 Amphitheatre Parkway', matches: [{ endOffset: 9 }] },
            types: ['route'],
          },
        },
        { queryPrediction: { text: { text: 'something else' } } },
      ],
    },
  }
  expect(await places.suggest(search)).toEqual([{ placeId: 'abc', text: '1600 Amphitheatre Parkway' }])
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/v1/places:autocomplete',
      headers: { 'x-goog-api-key': 'a key', 'content-type': 'application/json' },
      body: { input: '1600 Amph', includedRegionCodes: ['us', 'ca'], languageCode: 'en', sessionToken: 'one-search' },
    },
  ])
  expect(received[0]!.headers['x-goog-fieldmask']).toContain('placePrediction')
})

test('details request only the address components of one place [S2 §7]', async () => {
  says = {
    status: 200,
    body: {
      addressComponents: [
        { longText: 'California', shortText: 'CA', types: ['administrative_area_level_1'], languageCode: 'en' },
      ],
    },
  }
  expect(await places.details({ placeId: 'a/../b', locale: 'ar', session: 'one-search' })).toEqual([
    { longText: 'California', shortText: 'CA', types: ['administrative_area_level_1'] },
  ])
  expect(received).toMatchObject([
    { method: 'GET', headers: { 'x-goog-api-key': 'a key', 'x-goog-fieldmask': 'addressComponents' } },
  ])
  expect(received[0]!.url).toBe('/v1/places/a%2F..%2Fb?languageCode=ar&sessionToken=one-search')
})

test('more regions than Google takes are not sent', async () => {
  says = { status: 200, body: {} }
  expect(await places.suggest({ ...search, regions: Array<string>(16).fill('us') })).toEqual([])
  expect(received[0]!.body).not.toHaveProperty('includedRegionCodes')
})

test.each([
  ['a refusal', { status: 403, body: { error: { code: 403 } } }],
  ['a failure', { status: 500, body: {} }],
  ['nonsense', { status: 200, body: { suggestions: 'none' } }],
  ['silence', { status: 200, body: {}, delayMs: 600 }],
])('%s from Google gives no suggestions, and details are unavailable [S1 §8]', async (_, answer) => {
  says = answer
  expect(await suggestPlaces(ports(), search)).toEqual([])
  says = answer.status === 200 && !('delayMs' in answer) ? { status: 200, body: { addressComponents: 'none' } } : answer
  await expect(placeDetails(ports(), { placeId: 'abc', locale: 'en', session: undefined })).rejects.toMatchObject({
    code: 'place-not-found',
    status: 503,
  })
})

test('a place Google does not know is not found, and too few characters send no request', async () => {
  says = { status: 404, body: {} }
  await expect(placeDetails(ports(), { placeId: 'abc', locale: 'en', session: undefined })).rejects.toMatchObject({
    code: 'place-not-found',
    status: 404,
  })
  received = []
  expect(await suggestPlaces(ports(), { ...search, input: ' a b ' })).toEqual([])
  expect(received).toEqual([])
})
