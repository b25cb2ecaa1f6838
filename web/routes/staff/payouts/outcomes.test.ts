import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { paidFields } from '#web/features/money/payouts/staff/batch-card.tsx'
import { statementFields } from '#web/features/money/payouts/staff/statement-fields.ts'
import { type FakePage, fakeApi, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as file from './batch-file.ts'
import * as batches from './batches.tsx'
import * as payout from './payout.tsx'
import * as statements from './statements.tsx'

const pages = { batches, payout, statements }
type Name = keyof typeof pages
const params = { payoutId: 'p-1', batchId: 'b-1' }
const path = '/staff/payouts/page'
const post = (name: Name, form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => pages[name].action(pageArgs(path, { form, params, ...page })))

const list = 'GET /v4/staff/payouts'
const send = 'POST /v4/staff/payout-batches'
const outcome = 'POST /v4/staff/payouts/:payoutId/outcome'
const batchOutcome = 'POST /v4/staff/payout-batches/:batchId/outcome'
const read = 'POST /v4/staff/payout-statements'

test.each<[string, Name, Record<string, string>, string, object, string]>([
  [
    'a value date, which another person must confirm',
    'payout',
    { intent: 'paid', paidOn: '2026-03-01' },
    outcome,
    { payoutId: 'p-1', outcome: 'paid', paidOn: '2026-03-01' },
    'proposed',
  ],
  [
    'the bank’s reason',
    'payout',
    { intent: 'failed', reason: 'Account closed' },
    outcome,
    { payoutId: 'p-1', outcome: 'failed', reason: 'Account closed' },
    'failed',
  ],
  [
    'a whole batch',
    'batches',
    { intent: 'paid', batch: 'b-1', paidOn: '2026-03-01' },
    batchOutcome,
    { batchId: 'b-1', paidOn: '2026-03-01' },
    'paid',
  ],
  [
    'a file to write',
    'batches',
    { intent: 'send', currency: 'EUR', format: 'pain.001.001.09' },
    send,
    { currency: 'EUR', format: 'pain.001.001.09' },
    'sent',
  ],
])('%s: one call, and back to the page', async (_, name, form, call, input, done) => {
  const { api, calls } = fakeApi({ [call]: { result: done === 'proposed' ? 'proposed' : 'done' } })
  expect(await post(name, form, { api })).toEqual({ status: 303, location: `${path}?done=${done}` })
  expect(calls).toEqual([[call, input]])
})

test('no file is written for an unknown currency', async () => {
  const { api, calls } = fakeApi()
  expect(await post('batches', { intent: 'send', currency: 'XXX' }, { api })).toMatchObject({ status: 400 })
  expect(calls).toEqual([])
})

test.each<[Name, Record<string, string>, string]>([
  ['payout', { intent: 'paid', paidOn: '2026-03-01' }, 'paidOn'],
  ['payout', { intent: 'failed', reason: 'Account closed' }, 'reason'],
  ['batches', { intent: 'send', currency: 'GBP', format: 'csv' }, 'currency format'],
  ['batches', { intent: 'paid', batch: 'b-1', paidOn: '2026-03-01' }, 'paidOn batch'],
])('%s: an ended session keeps %o, which is pressed again', async (name, form, keep) => {
  const ended = await post(name, { ...form, loggedInAs: '41' }, { viewer: visitors.guest })
  expect([ended.status, new URL(ended.location ?? '', 'http://localhost').searchParams.get('keep')]).toEqual([
    307,
    keep,
  ])
  const { api, calls } = fakeApi()
  const again = await post(name, { ...form, loggedInAs: '41', resumed: '1' }, { api })
  expect(again).toMatchObject({ status: 409, data: { refused: { code: 'logged-in-again' } } })
  expect(calls).toEqual([])
})

test.each([
  [true, '/account/reauthenticate?redirectUrl=%2Fstaff%2Fpayouts%2Fbatches%2Fb-1%2Ffile'],
  [false, '/v4/staff/payout-batches/b-1/file'],
])('a file with a proof of identity that is too old (%s) leads to %s', async (mustReauthenticate, location) => {
  const { api } = fakeApi({ 'GET /v4/me/email': { mustReauthenticate } })
  expect(await resultOf(() => file.loader(pageArgs(path, { params, api })))).toEqual({ status: 303, location })
})

test('a payout has the proposal about it', async () => {
  const proposal = { subject: 'payout:p-1', details: { outcome: 'paid', paidOn: '2026-03-01' } }
  const { api } = fakeApi({ [list]: { proposals: [{ subject: 'payout:p-2' }, proposal], approvalsNeeded: 2 } })
  const { data } = await resultOf(() => payout.loader(pageArgs(path, { params, api })))
  expect(data).toMatchObject({ proposal, approvalsNeeded: 2 })
})

const typed = { bank: ' Al Rayan ', currency: 'GBP', csv: 'Date,Details,Amount\n', date: 'Date', text: 'Details' }
const mapping = {
  date: 'Date',
  dateOrder: 'day-first',
  text: 'Details',
  amount: '',
  debit: '',
  credit: '',
  decimal: '.',
}

test('a preview saves nothing, and shows what was read of the file', async () => {
  const { api, calls } = fakeApi({ [read]: { rows: 1, found: [] } })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, csv: '', intent: 'preview' })) form.set(name, value)
  form.set('file', new File(['\ufeffa,b\n'], 'statement.csv'))
  const { data } = await post('statements', form, { api })
  const text = 'a,b\n'
  expect(calls).toEqual([[read, { bank: 'Al Rayan', currency: 'GBP', text, mapping, preview: true }]])
  expect(data).toMatchObject({ result: { preview: { rows: 1 }, values: { csv: text }, currency: 'GBP' } })
})

test('the rows of a statement are saved, with the columns that the bank has already if none is typed', async () => {
  const { api, calls } = fakeApi()
  const form = { ...typed, date: '', text: ' ', intent: 'propose' }
  expect(await post('statements', form, { api })).toMatchObject({ location: `${path}?done=proposed` })
  expect(calls).toEqual([[read, { bank: 'Al Rayan', currency: 'GBP', text: typed.csv, mapping: null }]])
})

test('a missing column is refused at its field', async () => {
  const refusal = new Problem('validation', 'invalid-input', {
    fields: { 'mapping.amount': { code: 'bank-column-missing' }, text: { code: 'csv-empty' } },
  })
  const { api } = fakeApi({ [read]: refusal })
  expect(await post('statements', { ...typed, intent: 'preview' }, { api })).toMatchObject({
    status: 400,
    data: { values: { csv: typed.csv }, refused: { fields: { 'mapping.amount': 'text of bank-column-missing' } } },
  })
})

test('a row leads to its payout or batch, and says whether it must be confirmed', async () => {
  const row = { bank: 'Al Rayan', meaning: 'paid' }
  const answer = {
    banks: [],
    proposals: [{ subject: 'payout:p-1' }],
    statementRows: [
      { ...row, id: '1', payoutId: 'p-1', batchId: null },
      { ...row, id: '2', payoutId: null, batchId: 'b-1' },
      { ...row, id: '3', payoutId: 'p-1', batchId: null, meaning: 'differs' },
    ],
  }
  const { data } = await resultOf(() => statements.loader(pageArgs(path, { api: fakeApi({ [list]: answer }).api })))
  expect(data).toMatchObject({
    rows: [
      { href: '/staff/payouts/p-1', isOpen: true },
      { href: '/staff/payouts/batches#batch-b-1', isOpen: false },
      { href: '/staff/payouts/p-1', isOpen: false },
    ],
  })
})

test.each([
  [outcome, payout.outcomeForms.paid],
  [outcome, payout.outcomeForms.failed],
  [batchOutcome, paidFields],
  [read, { bank: statementFields.bank, csv: { path: 'text' } }],
] as const)('the fields fit %s', (call, fields) => {
  expect(misfits(call, fields)).toEqual([])
})
