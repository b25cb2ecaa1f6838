import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { anInput } from './testing.ts'

let it: TestApp
let token: string
let accountId: string
const clock = manualClock()
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
  const session = await aSession(it.app)
  token = session.token
  accountId = session.viewer.accountId
  await post('/v4/privacy/consents', { purpose: 'zakat', isGiven: true, textVersion: consentTexts.zakat.version })
})
afterAll(() => it.close())

async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  const response = await it.fastify.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const negative = 'Enter a number of 0 or more.'
const notANumber = 'Enter a number in digits with a point before the decimals, such as 1,234.50.'
const notPositive = 'Enter a number above 0.'
const tooLarge = 'Enter a number of at most 1,000,000,000,000.'
const tooManyDecimals = 'Enter at most 2 decimals.'
const invalidDay = 'Enter a date such as 2027-03-31.'
const inFuture = 'Enter today’s date or an earlier one.'
const unknownCurrency = 'Please choose one of the currencies listed.'
const cash = (amount: string) => ({ assets: [{ kind: 'cash' as const, amount }] })

test.each([
  [cash('-5'), 'input.assets.0.amount', negative],
  [cash('−5'), 'input.assets.0.amount', negative],
  [cash('1000000000000.01'), 'input.assets.0.amount', tooLarge],
  [cash('forty thousand'), 'input.assets.0.amount', notANumber],
  [cash('1e5'), 'input.assets.0.amount', notANumber],
  [cash('12,5'), 'input.assets.0.amount', notANumber],
  [cash('1.234'), 'input.assets.0.amount', tooManyDecimals],
  [cash('9'.repeat(100)), 'input.assets.0.amount', tooLarge],
  [{ date: '2026-02-30' }, 'input.date', invalidDay],
  [{ date: 'yesterday' }, 'input.date', invalidDay],
  [{ date: '30 November 2026' }, 'input.date', invalidDay],
  [{ date: '2026-11-21' }, 'input.date', inFuture],
  [{ hawl: { isComplete: false, startedOn: '2026-13-01' } }, 'input.hawl.startedOn', invalidDay],
  [{ debts: [{ kind: 'due-now', amount: '-1' }] }, 'input.debts.0.amount', negative],
  [{ prices: { gold: { perGram: '0' }, silver: { perGram: '1' } } }, 'input.prices.gold.perGram', notPositive],
  [{ currency: 'XXX' }, 'input.currency', unknownCurrency],
])('the calculator refuses %j at %s', async (over, field, message) => {
  const payload = { input: anInput(over as never), zakat: '100000', status: 'DUE', timeZone: 'Europe/London' }
  const { status, body } = await post('/v4/zakat/profiles', payload)
  expect([status, body.fields]).toEqual([400, { [field]: message }])
})

test.each([
  [{ amount: '-5' }, 'amount', negative],
  [{ amount: '1000000000001' }, 'amount', tooLarge],
  [{ amount: 'five' }, 'amount', notANumber],
  [{ amount: '٥٫١٢٣' }, 'amount', tooManyDecimals],
  [{ amount: '' }, 'amount', notPositive],
  [{ date: '2026-02-30' }, 'date', invalidDay],
  [{ date: '20/11/2026' }, 'date', invalidDay],
  [{ date: '' }, 'date', invalidDay],
  [{ date: '٢٠٢٦-١١-٢١' }, 'date', inFuture],
  [{ currency: 'pounds' }, 'currency', unknownCurrency],
  [{ note: 'x'.repeat(501) }, 'note', 'Please use at most 500 characters.'],
])('an entry refuses %j at %s', async (over, field, message) => {
  const { status, body } = await post('/v4/zakat/offsite-donations', {
    date: '2026-11-20',
    amount: '5',
    currency: 'GBP',
    ...over,
  })
  expect([status, body.fields]).toEqual([400, { [field]: message }])
})

test('Arabic-Indic and Persian digits are read in amounts and days', async () => {
  const entry = { date: '٢٠٢٦-١١-٢٠', amount: '١٬٢٣٤٫٥٠', currency: 'GBP' }
  expect((await post('/v4/zakat/offsite-donations', entry)).body).toMatchObject({
    date: '2026-11-20',
    amount: '123450',
  })
  const saved = await post('/v4/zakat/profiles', {
    input: anInput(cash('۴۰٬۰۰۰')),
    zakat: '100000',
    status: 'DUE',
    timeZone: 'Europe/London',
  })
  expect(saved.body).toMatchObject({ zakatDue: '100000' })
})

test('faults are in the language of the request', async () => {
  const { body } = await post(
    '/v4/zakat/offsite-donations',
    { date: '2026-11-20', amount: '-5', currency: 'GBP' },
    { 'accept-language': 'ar' },
  )
  expect(body.fields).toEqual({ amount: 'أدخل عددًا لا يقل عن 0.' })
})

test('a CSV file with broken rows names each row and column, and saves none', async () => {
  const csv = [
    'date,amount,currency,note',
    '2026-11-01,5,GBP,good',
    '2026-02-30,5,GBP,',
    '2026-11-01,-5,GBP,',
    '2026-11-01,five,GBP,',
    '2026-11-01,1000000000001,GBP,',
    '2026-11-01,5,pounds,',
    '2026-11-01,5,GBP,"open',
  ].join('\n')
  const { status, body } = await post('/v4/zakat/offsite-donations/import', { csv })
  expect([status, body.code]).toEqual([400, 'csv-has-faults'])
  expect(
    body.refusals.map(({ row, column, code }: { row: number; column: string; code: string }) => [row, column, code]),
  ).toEqual([
    [3, 'date', 'date-invalid'],
    [4, 'amount', 'number-negative'],
    [5, 'amount', 'number-invalid'],
    [6, 'amount', 'number-too-large'],
    [7, 'currency', 'currency-unknown'],
    [8, null, 'csv-unreadable'],
  ])
  const list = await post('/api/zakat/getOffLineDonations', { id: accountId, filter: {} })
  expect(list.body.result.total).toBe(1)
})

test.each([
  ['/api/zakat/getOffLineDonations', { filter: { StartDate: '2026-02-30' } }, 'filter.StartDate'],
  ['/api/zakat/getOffLineDonations', { filter: { EndDate: 'tomorrow' } }, 'filter.EndDate'],
  ['/api/user/loadZakatEligibleDonations', { StartDate: '20/11/2026' }, 'StartDate'],
])('%s refuses %j at %s', async (url, over, field) => {
  const { status, body } = await post(url, { id: accountId, ...over })
  expect([status, body.result.fields]).toEqual([400, { [field]: invalidDay }])
})

test('the day of a zakat year that is no day is refused at its field', async () => {
  const payload = {
    input: anInput(),
    zakat: '100000',
    status: 'DUE',
    timeZone: 'Europe/London',
    zakatDate: '31/03/2027',
  }
  expect((await post('/v4/zakat/profiles', payload)).body.fields).toEqual({ zakatDate: invalidDay })
})
