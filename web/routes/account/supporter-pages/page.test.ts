import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action } from './page.tsx'

const save = 'PUT /v4/account/supporter-pages/:pageId'
const form = {
  currency: 'GBP',
  title: 'Amina walks',
  supporterName: 'Amina',
  goal: '900',
  isOnLeaderboard: 'on',
  'loaded-title': 'Amina runs',
  'loaded-supporterName': 'Amina',
  'loaded-goal': '500',
  'loaded-story': 'One\r\n\r\nTwo',
}
const post = (answers: Record<string, unknown> = {}) => {
  const { api, calls } = fakeApi(answers)
  return resultOf(() => action(pageArgs('/account/pages/p-1', { params: { pageId: 'p-1' }, form, api }))).then(
    (result) => ({ result, calls }),
  )
}

test('a page is saved with what the form loaded, so that changes in another window stay', async () => {
  const { result, calls } = await post()
  expect(result).toEqual({ status: 303, location: '/account/pages/p-1?done=saved' })
  expect(calls).toMatchObject([
    [
      save,
      {
        title: 'Amina walks',
        goal: 90_000,
        isOnLeaderboard: true,
        loaded: { title: 'Amina runs', goal: 50_000, story: 'One\n\nTwo', isOnLeaderboard: false, teamId: null },
      },
    ],
  ])
})

test('a page that was changed elsewhere comes back with what was typed and loaded', async () => {
  const { result } = await post({
    [save]: new Problem('conflict', 'edited-meanwhile', { fields: { goal: { code: 'changed-meanwhile' } } }),
  })
  expect(result).toMatchObject({
    status: 409,
    data: {
      typed: { goal: '900' },
      loaded: { goal: '500' },
      refused: { fields: { goal: 'text of changed-meanwhile' } },
    },
  })
})
