import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies } from '#shared/money.ts'
import { bundledMetals, bundledRates, ecbRates } from './rates.ts'

/** A central bank for the test, with the format of the real one. */
let responseText: { status: number; body: string }
const bank = http.createServer((_request, response) =>
  response.writeHead(responseText.status, { 'content-type': 'application/xml' }).end(responseText.body),
)
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/stats/eurofxref/eurofxref-daily.xml`
})
afterAll(() => bank.close())

const document = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${cubes}</Cube>
</gesmes:Envelope>`

test('every currency but the euro has a bundled rate, of one day', async () => {
  const rates = await bundledRates().read()
  expect(rates.map((rate) => rate.currency).toSorted()).toEqual(
    currencies.filter((currency) => currency !== 'EUR').toSorted(),
  )
  expect(new Set(rates.map((rate) => rate.day)).size).toBe(1)
  for (const rate of rates) expect(rate.perEuro > 0n).toBe(true)
})

test('gold and silver have a bundled price of a gram, of the day of the rates', async () => {
  const prices = await bundledMetals().read()
  const [{ day } = { day: '' }] = await bundledRates().read()
  expect(prices.map(({ metal }) => metal)).toEqual(['gold', 'silver'])
  for (const price of prices) expect(price).toMatchObject({ day, usdPerGram: expect.stringMatching(/^\d+\.\d{8}$/) })
  expect(Number(prices[0]!.usdPerGram)).toBeGreaterThan(Number(prices[1]!.usdPerGram))
})

test('the central bank’s day and rates are read, and unsupported currencies are skipped', async () => {
  responseText = {
    status: 200,
    body: document(
      `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0812'/><Cube currency='JPY' rate='162.18'/><Cube currency='XYZ' rate='3'/></Cube>`,
    ),
  }
  expect(await ecbRates(url).read()).toEqual([
    { currency: 'USD', perEuro: 10_812_000_000n, day: '2026-11-20', source: 'ecb' },
    { currency: 'JPY', perEuro: 1_621_800_000_000n, day: '2026-11-20', source: 'ecb' },
  ])
})

test.each([
  ['an error', 503, ''],
  ['no document', 200, 'hello'],
  ['no day', 200, document(`<Cube time='soon'><Cube currency='USD' rate='1'/></Cube>`)],
  ['no rates', 200, document(`<Cube time='2026-11-20'></Cube>`)],
  [
    'far too much',
    200,
    document(`<Cube time='2026-11-20'><Cube currency='USD' rate='1'/></Cube>${' '.repeat(300_000)}`),
  ],
])('%s is an error, never a rate', async (_, status, body) => {
  responseText = { status, body }
  await expect(ecbRates(url).read()).rejects.toThrow()
})
