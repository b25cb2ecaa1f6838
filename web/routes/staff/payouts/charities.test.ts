import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { charityForms } from '#web/features/money/payouts/staff/charity-forms.ts'
import { fakeApi, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action, loader } from './charities.tsx'

const path = '/staff/payouts/charities'
const calls = {
  hold: 'POST /v4/staff/charities/:organizationId/payout-hold',
  lift: 'DELETE /v4/staff/charities/:organizationId/payout-hold',
  reserve: 'POST /v4/staff/charities/:organizationId/payout-reserve',
  debt: 'POST /v4/staff/charities/:organizationId/payout-debts',
  opening: 'POST /v4/staff/charities/:organizationId/payout-opening',
} as const
const post = (form: Record<string, string>, page = {}) => resultOf(() => action(pageArgs(path, { form, ...page })))

const debt = {
  intent: 'debt',
  charity: '7',
  currency: 'GBP',
  kind: 'zakat',
  campaign: '9',
  how: 'written-off',
  amount: '12.50',
  reason: 'Small',
}
const opening = {
  intent: 'opening',
  charity: '7',
  currency: 'GBP',
  result: 'paid-outside',
  until: '2026-02-28T12:00',
  zakat: '10',
  rest: '-0.05',
}
const ofCharity = { organizationId: '7', currency: 'GBP' }

test.each<[Record<string, string>, keyof typeof calls, object, string]>([
  [{ intent: 'hold', charity: '7', reason: 'Checking' }, 'hold', { organizationId: '7', reason: 'Checking' }, 'hold'],
  [{ intent: 'lift', charity: '7' }, 'lift', { organizationId: '7' }, 'lifted'],
  [
    { intent: 'reserve', charity: '7', percent: '20', reason: 'New' },
    'reserve',
    { organizationId: '7', percent: 20, reason: 'New' },
    'reserve',
  ],
  [
    debt,
    'debt',
    { ...ofCharity, kind: 'zakat', campaignId: '9', how: 'written-off', amount: 1250, reason: 'Small' },
    'debt',
  ],
  [
    opening,
    'opening',
    { ...ofCharity, result: 'paid-outside', until: '2026-02-28T12:00:00Z', zakat: 1000, rest: -5 },
    'opening',
  ],
  [{ ...opening, result: 'nothing', until: '' }, 'opening', { ...ofCharity, result: 'nothing' }, 'opening'],
])('%o: one call, and back to the page', async (form, call, input, done) => {
  const { api, calls: made } = fakeApi({ [calls[call]]: { result: 'done' } })
  expect(await post(form, { api })).toEqual({ status: 303, location: `${path}?done=${done}` })
  expect(made).toEqual([[calls[call], input]])
})

test.each([debt, opening])('$intent: says that another person must confirm it', async (form) => {
  const { api } = fakeApi({ [calls.debt]: { result: 'proposed' }, [calls.opening]: { result: 'proposed' } })
  expect(await post(form, { api })).toEqual({ status: 303, location: `${path}?done=proposed` })
})

test.each([
  [{ ...debt, amount: 'twelve' }, 'amount'],
  [{ ...opening, zakat: '1.234' }, 'zakat'],
  [{ ...opening, until: 'yesterday' }, 'until'],
  [{ intent: 'reserve', charity: '7', percent: '12.5', reason: 'New' }, 'percent'],
])('%o is refused at its field, and calls nothing', async (form, field) => {
  const { api, calls: made } = fakeApi()
  expect(await post(form, { api })).toMatchObject({
    status: 400,
    data: { values: { charity: '7' }, refused: { fields: { [field]: expect.any(String) } } },
  })
  expect(made).toEqual([])
})

test.each([debt, opening, { intent: 'hold', charity: '7', reason: 'Checking' }])(
  '$intent: an ended session keeps the form, which is pressed again',
  async (form) => {
    const { intent: _, ...fields } = form
    const ended = await post({ ...form, loggedInAs: '41' }, { viewer: visitors.guest })
    const kept = new URL(ended.location ?? '', 'http://localhost').searchParams.get('keep') ?? ''
    expect([ended.status, kept.split(' ').toSorted()]).toEqual([307, Object.keys(fields).toSorted()])
    const { api, calls: made } = fakeApi()
    expect(await post({ ...form, loggedInAs: '41', resumed: '1' }, { api })).toMatchObject({
      status: 409,
      data: { values: { charity: '7' }, refused: { code: 'logged-in-again' } },
    })
    expect(made).toEqual([])
  },
)

test('a refusal about the person’s own charity keeps what was typed', async () => {
  const { api } = fakeApi({ [calls.hold]: new Problem('authorization', 'own-charity') })
  expect(await post({ intent: 'hold', charity: '7', reason: 'Checking' }, { api })).toMatchObject({
    status: 403,
    data: { values: { charity: '7', reason: 'Checking' }, refused: { code: 'own-charity' } },
  })
})

test('a proposal is at the fundraiser and the charity that it is about', async () => {
  const charity = { id: '7', name: 'Umeed Trust' }
  const settled = { subject: 'debt:7:GBP:rest', details: { campaign: '9' } }
  const recorded = { subject: 'opening:7:EUR', details: { result: 'nothing' } }
  const answer = {
    debts: [{ charity, currency: 'GBP', kind: 'rest', campaigns: [{ id: '8' }, { id: '9' }] }],
    openings: [
      { charity, currency: 'GBP' },
      { charity, currency: 'EUR' },
    ],
    proposals: [settled, recorded],
  }
  const { data } = await resultOf(() =>
    loader(pageArgs(path, { api: fakeApi({ 'GET /v4/staff/payouts': answer }).api })),
  )
  expect(data).toMatchObject({
    until: '2026-03-01T12:00',
    owing: [{ proposal: undefined }, { proposal: settled }],
    missing: [{ proposal: undefined }, { proposal: recorded }],
  })
})

test('the reasons fit their calls', () => {
  const { reason } = charityForms.hold
  expect([calls.hold, calls.reserve, calls.debt].flatMap((call) => misfits(call, { reason }))).toEqual([])
})
