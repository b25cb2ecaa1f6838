import { describe, expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { createForms, webhookForms } from '#web/features/organizers/webhooks/webhook-forms.ts'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as one from './webhook.tsx'
import * as all from './webhooks.tsx'

const organizationId = '7'
const endpointId = '6d3d4c9e-6a55-4b0e-9f0c-2f4f3e1c9a10'
const list = '/v4/organizations/:organizationId/webhook-endpoints'
const item = `${list}/:endpointId`
const root = '/organize/charities/7/webhooks'
const path = `${root}/${endpointId}`
const params = { organizationId, endpointId }
const endpoint = {
  id: endpointId,
  url: 'https://hooks.example.org/in',
  events: ['donation.succeeded'],
  createdAt: '2026-01-01T00:00:00.000Z',
  formerValidUntil: null,
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
}

describe('all webhooks', () => {
  const create = `POST ${list}`
  const typed = { intent: 'create', url: 'https://hooks.example.org/in', events: ['payout.paid', 'unknown'] }
  const post = (form: FakePage['form'] & object, page: FakePage) =>
    resultOf(() => all.action(pageArgs(root, { params: { organizationId }, form, ...page })))

  test('are listed with their states', async () => {
    const endpoints = [
      endpoint,
      { ...endpoint, failingSince: '2026-03-01T09:00:00.000Z' },
      { ...endpoint, disabledAt: '2026-02-28T12:00:00.000Z' },
    ]
    const { api } = fakeApi({ [`GET ${list}`]: { endpoints } })
    const { data } = await resultOf(() => all.loader(pageArgs(root, { params: { organizationId }, api })))
    expect(data).toMatchObject({
      rows: [
        { url: endpoint.url, state: 'working' },
        { state: 'failing', failed: '3 hours ago' },
        { state: 'disabled', disabled: 'yesterday' },
      ],
    })
  })

  test('show the secret of a new one once, on the page', async () => {
    const { api, calls } = fakeApi({ [create]: { id: endpointId, secret: 'whsec_x' } })
    expect(await post(typed, { api })).toMatchObject({ data: { result: { id: endpointId, secret: 'whsec_x' } } })
    expect(calls).toEqual([[create, { organizationId, url: typed.url, events: ['payout.paid'] }]])
    expect(misfits(create, createForms.create)).toEqual([])
  })

  test('keep what was typed after a refusal', async () => {
    const fields = { url: { code: 'webhook-url-not-https' } }
    const { api } = fakeApi({ [create]: new Problem('validation', 'invalid-input', { fields }) })
    expect(await post({ ...typed, url: 'http://a.example' }, { api })).toMatchObject({
      status: 400,
      data: {
        values: { url: 'http://a.example', events: ['payout.paid'] },
        refused: { fields: { url: 'text of webhook-url-not-https' } },
      },
    })
  })

  test('ask for a recent proof of identity and keep the form', async () => {
    const { api } = fakeApi({ [create]: new Problem('authentication', 'reauthentication-required') })
    const { status, location } = await post({ ...typed, loggedInAs: '41' }, { api })
    expect([status, location]).toEqual([307, expect.stringMatching(/^\/account\/reauthenticate\?.*keep=url\+events$/)])
  })
})

describe('one webhook', () => {
  const post = (form: FakePage['form'] & object, { api = fakeApi().api, query = '' } = {}) =>
    resultOf(() => one.action(pageArgs(path + query, { params, form, api })))

  test('lists deliveries in the time zone of the charity, by state and page', async () => {
    const delivery = {
      id: '1',
      type: 'donation.succeeded',
      state: 'failed',
      occurredAt: '2026-03-01T22:30:00.000Z',
      lastAttemptAt: '2026-03-01T22:30:01.000Z',
      nextAttemptAt: null,
    }
    const call = `GET ${item}/deliveries`
    const { api, calls } = fakeApi({
      [call]: {
        charity: { timeZone: 'Asia/Karachi' },
        endpoint: { ...endpoint, failingSince: '2026-03-01T09:00:00.000Z' },
        deliveries: [delivery],
        next: '12',
      },
    })
    const load = (query: string) => resultOf(() => one.loader(pageArgs(path + query, { params, api })))
    expect(await load('?state=failed&before=40')).toMatchObject({
      data: {
        row: { host: 'hooks.example.org', state: 'failing', failed: expect.stringMatching(/^1 Mar 2026, 14:00:00/) },
        deliveries: [{ occurred: expect.stringMatching(/^2 Mar 2026, 03:30:00/), next: null }],
        next: '12',
        state: 'failed',
        isFirst: false,
      },
    })
    await load('?state=other&before=x')
    expect(calls).toEqual([
      [call, { ...params, state: 'failed', before: '40' }],
      [call, params],
    ])
  })

  test.each<[string, Record<string, string | string[]>, string, object, string]>([
    ['a test', { intent: 'test' }, `POST ${item}/test`, {}, '?done=tested'],
    [
      'settings',
      { intent: 'save', url: 'https://a.example', events: ['payout.paid'] },
      `PATCH ${item}`,
      { url: 'https://a.example', events: ['payout.paid'] },
      '?done=saved',
    ],
    ['enabling', { intent: 'enable' }, `PATCH ${item}`, { isEnabled: true }, '?done=enabled'],
    ['disabling', { intent: 'disable' }, `PATCH ${item}`, { isEnabled: false }, '?done=disabled'],
    [
      'one event again',
      { intent: 'resend', deliveryId: '5' },
      `POST ${item}/deliveries/:deliveryId/resend`,
      { deliveryId: '5' },
      '?done=resent',
    ],
  ])('sends %s to the API', async (_, form, call, input, query) => {
    const { api, calls } = fakeApi()
    expect(await post(form, { api })).toEqual({ status: 303, location: path + query })
    expect(calls).toEqual([[call, { ...params, ...input }]])
  })

  test('keeps the filter when an event is sent again', async () => {
    const { location } = await post({ intent: 'resend', deliveryId: '5' }, { query: '?state=failed&done=saved' })
    expect(location).toBe(`${path}?state=failed&done=resent`)
  })

  test('shows a new secret once, and leads to the list when it is deleted', async () => {
    const rotate = `POST ${item}/rotation`
    const { api, calls } = fakeApi({ [rotate]: { id: endpointId, secret: 'whsec_y' } })
    expect(await post({ intent: 'rotate', overlapHours: '168' }, { api })).toMatchObject({
      data: { intent: 'rotate', result: { secret: 'whsec_y' } },
    })
    expect(await post({ intent: 'remove' }, { api })).toEqual({ status: 303, location: `${root}?done=deleted` })
    expect(calls).toEqual([
      [rotate, { ...params, overlapHours: 168 }],
      [`DELETE ${item}`, params],
    ])
  })

  test('sends whole days of the charity’s time zone again', async () => {
    const resend = `POST ${item}/resend`
    const charity = { timeZone: 'Africa/Cairo' }
    const { api, calls } = fakeApi({ [`GET ${item}/deliveries`]: { charity }, [resend]: { events: 3 } })
    const range = { intent: 'resend-range', from: '2026-10-29', to: '2026-10-29' }
    expect(await post({ ...range, includesSucceeded: 'on' }, { api })).toMatchObject({
      data: { result: { events: 3 } },
    })
    await post({ intent: 'resend-range', from: '', to: 'soon' }, { api })
    expect(calls.filter(([call]) => call === resend)).toEqual([
      // Clocks go back at the end of this day, which has 25 hours.
      [
        resend,
        { ...params, from: '2026-10-28T21:00:00.000Z', to: '2026-10-29T22:00:00.000Z', includesSucceeded: true },
      ],
      [resend, { ...params, to: 'soon', includesSucceeded: false }],
    ])
    expect(misfits(resend, webhookForms['resend-range'])).toEqual([])
  })
})
