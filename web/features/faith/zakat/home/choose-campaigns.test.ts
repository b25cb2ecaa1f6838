import { expect, test } from 'vitest'
import { chooseCampaigns } from './choose-campaigns.ts'

const cards = (ids: string) => [...ids].map((id) => ({ id }))
const idsOf = (groups: ReturnType<typeof chooseCampaigns>) => groups.map((group) => group.map(({ id }) => id).join(''))

test('a group repeats an earlier group’s campaign only if no other is left', () => {
  expect(idsOf(chooseCampaigns([cards('abcde'), cards('abcde'), cards('ab'), []], 3))).toEqual(['abc', 'dea', 'ab', ''])
})
