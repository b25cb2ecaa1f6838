import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComparedDonor, proposeMerges, reasonsToMerge } from './merge-proposals.ts'

const donor = (key: number, over: Partial<ComparedDonor> = {}): ComparedDonor => ({
  key: Buffer.from([key]),
  name: 'Amina Yusuf',
  email: null,
  phone: null,
  postcode: null,
  ...over,
})

test('the same name isn’t enough; the same visible email, phone or postcode is', () => {
  expect(reasonsToMerge(donor(1), donor(2))).toEqual([])
  expect(
    reasonsToMerge(donor(1, { postcode: 'E1 6AN' }), donor(2, { name: ' amina  YUSUF', postcode: 'e16an' })),
  ).toEqual(['postcode'])
  expect(
    reasonsToMerge(
      donor(1, { email: 'a@example.org', phone: '+44 20 7946 0000' }),
      donor(2, { email: 'A@example.org', phone: '+٤٤٢٠٧٩٤٦٠٠٠٠' }),
    ),
  ).toEqual(['email', 'phone'])
  expect(
    reasonsToMerge(donor(1, { email: 'a@example.org' }), donor(2, { name: 'Zaynab', email: 'a@example.org' })),
  ).toEqual([])
  expect(reasonsToMerge(donor(1, { name: null, phone: '1' }), donor(2, { name: null, phone: '1' }))).toEqual([])
})

test('each pair is proposed once, and never one that the team decided', () => {
  const drawn = fc.array(
    fc.record({
      name: fc.constantFrom('Amina', 'amina ', 'Omar', null),
      email: fc.constantFrom('a@b.org', 'c@d.org', null),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(drawn, (rows) => {
      const donors = rows.map((row, index) => donor(index, row))
      const proposals = proposeMerges(donors, [])
      const pairs = proposals.map(({ first, second }) => `${first.key[0]}-${second.key[0]}`)
      expect(new Set(pairs).size).toBe(pairs.length)
      for (const { first, second } of proposals) expect(reasonsToMerge(first, second)).not.toEqual([])
      const different = proposals.map(({ first, second }) => ({ key: second.key, other: first.key }))
      expect(proposeMerges(donors, different)).toEqual([])
    }),
  )
})
