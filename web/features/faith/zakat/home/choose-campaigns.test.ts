import { expect, test } from 'vitest'
import { chooseCampaigns } from './choose-campaigns.ts'

const cards = (ids: string) => [...ids].map((id) => ({ id }))
const idsOf = (groups: ReturnType<typeof chooseCampaigns>) => groups.map((group) => group.map(({ id }) => id).join(''))

test('a group shows what no earlier group shows, and repeats only where nothing else is left', () => {
  expect(idsOf(chooseCampaigns([cards('abcde'), cards('abcde'), cards('ab'), []], 3))).toEqual(['abc', 'dea', 'ab', ''])
})
