import { expect, test } from 'vitest'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action } from './confirmation.ts'

const call = 'POST /v4/email-confirmations/mails'

test('the confirmation is mailed again, and leads back to where the person was, on this site only', async () => {
  const { api, calls } = fakeApi({ [call]: { isRequested: true } })
  const post = (form: Record<string, string>) =>
    resultOf(() => action(pageArgs('/account/confirmation', { api, form })))
  expect(await post({})).toMatchObject({ status: 303, location: '/account?done=sent' })
  expect(await post({ back: '/organize/7/edit?step=2' })).toMatchObject({
    location: '/organize/7/edit?step=2&confirmation=sent',
  })
  expect(await post({ back: 'https://evil.example/' })).toMatchObject({ location: '/?confirmation=sent' })
  expect(calls).toEqual([
    [call, {}],
    [call, { redirectUrl: '/organize/7/edit?step=2' }],
    [call, { redirectUrl: '/' }],
  ])
})
